"""Reads topics of the tuner from the beginning to the end, and sends single records."""
from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition

from ._codec import Codec, RegistryUnavailable
from ._errors import TunerUnavailable
from ._kafka import common_config, consumer_config, more_telling, read_some
from ._partition import partition_of
from ._process import survive_forks
from ._settings import Settings
from ._values import Record

_LOOK_UP = 10.0


class Place(NamedTuple):
    """The coordinates of a record."""

    topic: str
    partition: int
    offset: int


class Reading:
    """A consumer of some partitions: first up to their current end, then beyond. Use it in a `with`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._last_error = ""
        self._consumer = Consumer(consumer_config(settings, self._error))
        survive_forks(self)

    def __enter__(self) -> "Reading":
        return self

    def __exit__(self, *_: Any) -> None:
        self._consumer.close()

    def handles(self) -> List[Any]:
        return [self._consumer]

    def partitions(self, topic: str, study: Optional[str] = None) -> List[TopicPartition]:
        """The partition of one study, or all partitions."""
        try:
            found = self._consumer.list_topics(topic, timeout=_LOOK_UP).topics[topic]
            if found.error is not None and found.error.code() != KafkaError.UNKNOWN_TOPIC_OR_PART:
                raise KafkaException(found.error)
        except KafkaException as problem:
            raise self._unavailable(problem) from problem
        if found.error is not None or not found.partitions:
            raise TunerUnavailable(
                f"topic {topic} does not exist: start the tuner, which creates its topics, or set its prefix")
        numbers = range(len(found.partitions)) if study is None else [partition_of(study, len(found.partitions))]
        return [TopicPartition(topic, number) for number in numbers]

    def at_beginning(self, partitions: List[TopicPartition]) -> None:
        for partition in partitions:
            partition.offset = self._ends(partition)[0]
        self._consumer.assign(partitions)

    def at_end(self, partitions: List[TopicPartition]) -> None:
        for partition in partitions:
            partition.offset = self._ends(partition)[1]
        self._consumer.assign(partitions)

    def to_end(self) -> Iterator[Any]:
        """The current records, without those of aborted transactions."""
        ends = {}
        for partition in self._consumer.assignment():
            low, high = self._ends(partition)
            if high > low:
                ends[(partition.topic, partition.partition)] = high
        until = time.monotonic() + _LOOK_UP
        while ends:
            messages = read_some(self._consumer, 0.1)
            for message in messages:
                if message.error() is None:
                    yield message
            if messages:
                until = time.monotonic() + _LOOK_UP
            # Positions skip transaction markers, which are not records.
            for at in self._consumer.position([TopicPartition(*key) for key in ends]):
                if at.offset >= ends[(at.topic, at.partition)]:
                    del ends[(at.topic, at.partition)]
            if ends and time.monotonic() > until:
                raise TunerUnavailable(
                    f"the end of {sorted(ends)} was not reached within {_LOOK_UP:.0f} s without a record:"
                    f" {self._last_error or 'a transaction is open there, or the broker is slow'}")

    def poll(self, seconds: float) -> List[Any]:
        return [message for message in read_some(self._consumer, seconds) if message.error() is None]

    def _ends(self, partition: TopicPartition) -> Any:
        try:
            return self._consumer.get_watermark_offsets(partition, timeout=_LOOK_UP, cached=False)
        except KafkaException as problem:
            raise self._unavailable(problem) from problem

    def _unavailable(self, problem: KafkaException) -> TunerUnavailable:
        more = f"; {self._last_error}" if self._last_error else ""
        return TunerUnavailable(f"Kafka at {self._settings.bootstrap_servers}: {problem.args[0].str()}{more}")

    def _error(self, error: KafkaError) -> None:
        self._last_error = more_telling(self._last_error, error)


def latest(reading: Reading, codec: Codec, keep: Callable[[str], bool]) -> Dict[str, Record]:
    """The content of a compacted topic: the newest record of each key."""
    newest: Dict[str, bytes] = {}
    for message in reading.to_end():
        key = (message.key() or b"").decode("utf-8", "replace")
        if keep(key):
            if message.value() is None:
                newest.pop(key, None)
            else:
                newest[key] = message.value()
    return {key: decoded(codec, value) for key, value in newest.items()}


def decoded(codec: Codec, value: bytes) -> Record:
    try:
        return codec.decode(value)
    except (RegistryUnavailable, LookupError, PermissionError) as problem:
        raise TunerUnavailable(str(problem)) from problem


def send(settings: Settings, codec: Codec, topic: str, key: str, record: Record, seconds: float = 30.0) -> Place:
    """Sends one record and waits for the broker; returns its coordinates."""
    try:
        value = codec.encode(topic, record)
    except (RegistryUnavailable, LookupError, PermissionError) as problem:
        raise TunerUnavailable(str(problem)) from problem
    outcome: List[Any] = []
    errors: List[str] = []
    producer = Producer({
        **common_config(settings, lambda error: errors.append(more_telling("".join(errors[-1:]), error))),
        "partitioner": "murmur2_random",
        "enable.idempotence": True,
        "message.timeout.ms": int(seconds * 1000),
        "linger.ms": 0,
    })
    producer.produce(topic, key=key, value=value, on_delivery=lambda error, message: outcome.append((error, message)))
    producer.flush(seconds + 5)
    if not outcome or outcome[0][0] is not None:
        why = outcome[0][0].str() if outcome else "no acknowledgement"
        raise TunerUnavailable(
            f"Kafka at {settings.bootstrap_servers} did not take a record for {topic}: {why}"
            f"{'; ' + errors[-1] if errors else ''}")
    message = outcome[0][1]
    return Place(message.topic(), message.partition(), message.offset())
