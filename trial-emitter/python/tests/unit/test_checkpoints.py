import os

import pytest

from flexhb import CheckpointLost
from flexhb._checkpoints import CheckpointRoot, TrialFolder

ID = "11111111-1111-1111-1111-111111111111"


def folder(root, attempt=1, start=None):
    return TrialFolder(root, "toy", ID, 7, attempt, start)


def save(folder, resource, text="x"):
    (folder.draft / "model").write_text(text)
    return folder.publish(resource)


def test_should_make_a_checkpoint_whole_and_empty_the_draft(tmp_path):
    root = CheckpointRoot(tmp_path)
    mine = folder(root)
    draft = mine.draft
    reference, _ = save(mine, 3, "state")
    assert reference == f"toy-{ID}/7/a1-r3"
    assert (root.existing(reference) / "model").read_text() == "state"
    assert list(mine.draft.iterdir()) == [] and mine.draft == draft


def test_should_say_that_nothing_was_written(tmp_path):
    with pytest.raises(ValueError, match="nothing was saved for resource 3"):
        folder(CheckpointRoot(tmp_path)).publish(3)


def test_should_take_the_later_of_two_at_one_resource(tmp_path):
    root = CheckpointRoot(tmp_path)
    mine = folder(root)
    save(mine, 3, "a")
    reference, _ = save(mine, 3, "b")
    assert (root.existing(reference) / "model").read_text() == "b"


@pytest.mark.parametrize("reference", [
    "../outside", "/etc", "a/../../outside", ".", "", "link/inner", "nul\0l", f"toy-{ID}/7/../../../outside",
])
def test_should_refuse_a_reference_that_leads_out_of_the_root(tmp_path, reference):
    (tmp_path / "outside" / "inner").mkdir(parents=True)
    inside = tmp_path / "root"
    inside.mkdir()
    os.symlink(tmp_path / "outside", inside / "link")
    with pytest.raises(CheckpointLost):
        CheckpointRoot(inside).existing(reference)


def test_should_say_that_a_checkpoint_is_not_there(tmp_path):
    with pytest.raises(CheckpointLost, match="do all workers share the same folder"):
        CheckpointRoot(tmp_path).existing(f"toy-{ID}/7/a1-r3")


def test_should_discard_all_of_a_trial_and_nothing_of_others(tmp_path):
    root = CheckpointRoot(tmp_path)
    reference, _ = save(folder(root), 3)
    other = TrialFolder(root, "toy", ID, 8, 1, None)
    kept, _ = save(other, 3)
    root.discard("toy", ID, 7, kept)  # a command that names another trial's
    assert root.existing(reference).exists() and root.existing(kept).exists()
    root.discard("toy", ID, 7, reference)
    root.discard("toy", ID, 7, reference)
    assert not (tmp_path / f"toy-{ID}" / "7").exists()
    assert root.existing(kept).exists()


def test_should_not_discard_through_a_reference_of_somebody_else(tmp_path):
    victim = tmp_path / "precious"
    victim.mkdir()
    CheckpointRoot(tmp_path).discard("toy", ID, 7, "precious")
    assert victim.exists()


def test_should_keep_what_a_successor_may_be_told_and_delete_the_rest(tmp_path):
    root = CheckpointRoot(tmp_path)
    start, _ = save(folder(root), 1)
    mine = folder(root, 2, start)
    saved = [save(mine, at) for at in (2, 3, 4, 5)]
    there = lambda: sorted(p.name for p in (tmp_path / f"toy-{ID}" / "7").iterdir() if p.name.startswith("a"))
    assert there() == ["a1-r1", "a2-r2", "a2-r3", "a2-r4", "a2-r5"]  # nobody has heard of any yet
    for _, delivered in saved[:3]:
        delivered()
    assert there() == ["a1-r1", "a2-r3", "a2-r4", "a2-r5"]
    mine.decided()
    assert there() == ["a2-r5"]
    mine.end()
    assert not (tmp_path / f"toy-{ID}" / "7" / "draft-a2").exists()
