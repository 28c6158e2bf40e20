"""Encodes and decodes records: Avro in Confluent's wire format, with the registry's schemas."""
from __future__ import annotations

import io
import json
import struct
import threading
import uuid
from typing import Any, Dict, Tuple, cast

from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.error import SchemaRegistryError
from fastavro import parse_schema, schemaless_reader, schemaless_writer

from ._settings import Settings
from ._values import Record

_MAGIC = 0


class Undecodable(Exception):
    """These bytes are not a FlexHB record."""


class RegistryUnavailable(Exception):
    """The registry does not answer now."""


class Codec:
    """Thread-safe. Needs the registry only for the first record of a schema."""

    def __init__(self, settings: Settings) -> None:
        self._client = SchemaRegistryClient({"url": settings.schema_registry_url, **settings.registry})
        self._url = settings.schema_registry_url
        self._writers: Dict[str, Tuple[int, Any]] = {}
        self._readers: Dict[int, Any] = {}
        self._lock = threading.Lock()

    def encode(self, topic: str, record: Record) -> bytes:
        schema_id, schema = self.writer(topic)
        out = io.BytesIO()
        out.write(struct.pack(">bI", _MAGIC, schema_id))
        schemaless_writer(out, schema, record)
        return out.getvalue()

    def writer(self, topic: str) -> Tuple[int, Any]:
        """Id and schema with which records of the topic are written: the newest that the tuner registered."""
        with self._lock:
            if topic not in self._writers:
                found = self._ask(lambda: self._client.get_latest_version(f"{topic}-value"), topic)
                self._writers[topic] = (cast(int, found.schema_id), self._parsed(found.schema))
            return self._writers[topic]

    def decode(self, data: bytes) -> Record:
        if len(data) < 5 or data[0] != _MAGIC:
            raise Undecodable("it is not in Confluent's wire format")
        schema_id = struct.unpack(">I", data[1:5])[0]
        with self._lock:
            if schema_id not in self._readers:
                found = self._ask(lambda: self._client.get_schema(schema_id), f"schema {schema_id}")
                self._readers[schema_id] = self._parsed(found)
            schema = self._readers[schema_id]
        try:
            read = schemaless_reader(io.BytesIO(data[5:]), schema, None)
        except Exception as problem:  # foreign bytes may cause any error
            raise Undecodable(repr(problem)) from problem
        if not isinstance(read, dict):
            raise Undecodable("it is not a record")
        return cast(Record, plain(read))

    def _parsed(self, schema: Any) -> Any:
        """Parses a schema with the schemas that it refers to."""
        named: Dict[str, Any] = {}
        for reference in schema.references or []:
            other = self._client.get_version(reference.subject, reference.version)
            parse_schema(json.loads(other.schema.schema_str or "null"), named_schemas=named)
        return parse_schema(json.loads(schema.schema_str or "null"), named_schemas=named)

    def _ask(self, question: Any, what: str) -> Any:
        try:
            return question()
        except SchemaRegistryError as refused:
            if refused.http_status_code == 404:
                raise LookupError(
                    f"registry {self._url} has no schema for {what}: start the tuner, which registers them, or set"
                    " its topic prefix; the URL may need a path, such as /apis/ccompat/v7") from refused
            if refused.http_status_code in (401, 403):
                raise PermissionError(f"registry {self._url} refused: {refused}") from refused
            raise RegistryUnavailable(f"registry {self._url}: {refused}") from refused
        except Exception as problem:  # of the underlying HTTP library
            raise RegistryUnavailable(f"registry {self._url}: {problem!r}") from problem


def plain(value: Any) -> Any:
    """Converts UUIDs to text, whatever the reader returns."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return str(value) if isinstance(value, uuid.UUID) else value
