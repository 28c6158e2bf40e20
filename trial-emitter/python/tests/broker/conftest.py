"""These need a broker, a registry and a tuner, as `flexhb dev` starts them; the build starts its own and says where
they are in FLEXHB_BOOTSTRAP_SERVERS, FLEXHB_SCHEMA_REGISTRY_URL and FLEXHB_TOPIC_PREFIX."""
import os
import uuid

import pytest

import flexhb


def pytest_collection_modifyitems(items):
    if "FLEXHB_BOOTSTRAP_SERVERS" not in os.environ:
        for item in items:
            item.add_marker(pytest.mark.skip(reason="FLEXHB_BOOTSTRAP_SERVERS does not say where a broker is"))


@pytest.fixture
def definition():
    return {
        "objective": {"metric": "loss", "direction": "minimize"},
        "resource": {"max": 9, "unit": "epochs"},
        "space": {"x": {"type": "double", "low": 0, "high": 1}, "n": {"type": "int", "low": 1, "high": 5}},
        "limits": {"budget": 60},
        "trial": {"lease": "3s", "wait": "500ms"},
    }


@pytest.fixture
def study():
    return flexhb.study(f"py-{uuid.uuid4()}")
