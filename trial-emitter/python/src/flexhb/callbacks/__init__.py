"""Callbacks for libraries that run the training loop themselves. Import only those that you use:

    from flexhb.callbacks.keras import FlexHBCallback
    from flexhb.callbacks.lightning import FlexHBCallback
    from flexhb.callbacks.xgboost import FlexHBCallback
    from flexhb.callbacks.lightgbm import flexhb_callback
    from flexhb.callbacks.sklearn import partial_fit
    from flexhb.callbacks.huggingface import FlexHBCallback

Each reports after an epoch (or boosting round), saves at a boundary, waits there for the tuner, and ends the
library's loop when the trial is paused, stopped or completed. Epochs are absolute: a trial that continues from a
checkpoint at 9 reports 10 next.
"""
