"""Asks FlexHB: one JSON object per question and answer, over a pipe to PeerExchange (test code of tuner-core)."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

CORE = pathlib.Path(__file__).resolve().parents[2] / "tuner-core"


class FlexHB:
    """The program that answers; use it with `with`."""

    def __init__(self) -> None:
        classpath = [CORE / "target/classes", CORE / "target/test-classes"]
        libraries = (CORE / "target/cp.txt").read_text().strip()
        java = pathlib.Path(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
        self._process = subprocess.Popen(
            [str(java), "-Dslf4j.internal.verbosity=ERROR", "-cp", os.pathsep.join([*map(str, classpath), libraries]), "io.flexhb.core.bench.PeerExchange"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str, **fields: Any) -> dict[str, Any]:
        """The answer; the fields of each question are in PeerExchange.java."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps({"do": question, **fields}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"no answer to '{question}'; the error of the Java program is above")
        return json.loads(line)

    def __enter__(self) -> FlexHB:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(timeout=30)
