import inspect

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("accelerate")

from flexhb.callbacks.huggingface import FlexHBCallback  # noqa: E402


def trainer(callbacks, tmp_path, epochs):
    torch.manual_seed(1)
    config = transformers.BertConfig(vocab_size=32, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
                                     intermediate_size=16, max_position_embeddings=16, num_labels=2,
                                     hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    random = torch.Generator().manual_seed(7)
    data = [{"input_ids": ids, "labels": int(ids[0] > 15)}
            for ids in torch.randint(0, 32, (32, 8), generator=random)]
    known = inspect.signature(transformers.TrainingArguments.__init__).parameters
    evaluate = "eval_strategy" if "eval_strategy" in known else "evaluation_strategy"
    cpu = {"use_cpu": True} if "use_cpu" in known else {"no_cuda": True}
    arguments = transformers.TrainingArguments(
        str(tmp_path / "out"), num_train_epochs=epochs, per_device_train_batch_size=8, learning_rate=0.01,
        lr_scheduler_type="constant", save_strategy="no", report_to=[], disable_tqdm=True, seed=1, data_seed=1,
        **{evaluate: "epoch"}, **cpu)
    return transformers.Trainer(transformers.BertForSequenceClassification(config), arguments, train_dataset=data,
                                eval_dataset=data, callbacks=callbacks)


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial, tmp_path):
    printed = {}

    def train(trial):
        callback = FlexHBCallback(trial, ["eval_loss"])
        made = trainer([callback], tmp_path, 1000)
        callback.train(made)
        printed.update({round(each["epoch"]): each["eval_loss"] for each in made.state.log_history
                        if "eval_loss" in each})

    one_trial.train(train)

    assert {at: each["eval_loss"] for at, each in one_trial.reports.items()} == printed
    whole = trainer([], tmp_path, 6)
    whole.train()
    values = [each["eval_loss"] for each in whole.state.log_history if "eval_loss" in each]
    assert [printed[at] for at in range(1, 7)] == pytest.approx(values, rel=1e-3)
