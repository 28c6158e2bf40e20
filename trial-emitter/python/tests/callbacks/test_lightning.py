import logging
import warnings

import pytest

torch = pytest.importorskip("torch")
try:
    import lightning.pytorch as pl
except ImportError:
    pl = pytest.importorskip("pytorch_lightning")

from flexhb.callbacks.lightning import FlexHBCallback  # noqa: E402


class Line(pl.LightningModule):
    def __init__(self):
        super().__init__()
        torch.manual_seed(1)
        self.layer = torch.nn.Linear(3, 1)

    def training_step(self, batch, index):
        return torch.nn.functional.mse_loss(self.layer(batch[0]), batch[1])

    def validation_step(self, batch, index):
        self.log("val_loss", torch.nn.functional.mse_loss(self.layer(batch[0]), batch[1]))

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=0.05)


def fit(callbacks, tmp_path, **options):
    warnings.simplefilter("ignore")
    logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
    x = torch.randn(64, 3, generator=torch.Generator().manual_seed(7))
    data = torch.utils.data.DataLoader(
        torch.utils.data.TensorDataset(x, x @ torch.tensor([[1.0], [-2.0], [0.5]])), batch_size=16)
    trainer = pl.Trainer(
        callbacks=callbacks, accelerator="cpu", devices=1, logger=False, enable_checkpointing=False,
        enable_progress_bar=False, enable_model_summary=False, default_root_dir=tmp_path,
        num_sanity_val_steps=0, max_epochs=options.pop("max_epochs", -1))
    module = Line()
    trainer.fit(module, data, data, **options)
    return float(trainer.callback_metrics["val_loss"]), trainer.current_epoch


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial, tmp_path):
    def train(trial):
        callback = FlexHBCallback(trial, ["val_loss"])
        return fit([callback], tmp_path, ckpt_path=callback.checkpoint)

    results = one_trial.train(train)

    assert results == [(one_trial.reports[2]["val_loss"], 2), (one_trial.reports[6]["val_loss"], 6)]
    for epochs in (1, 2, 4, 6):
        whole, _ = fit([], tmp_path, max_epochs=epochs)
        assert one_trial.reports[epochs]["val_loss"] == pytest.approx(whole, rel=1e-5)
