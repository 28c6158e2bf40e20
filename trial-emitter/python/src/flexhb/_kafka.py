"""Kafka and the schema registry behind the transport: one idempotent producer, one reader, no consumer group."""
from __future__ import annotations

import functools
import logging
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition

from ._codec import Codec, RegistryUnavailable, Undecodable
from ._errors import TunerUnavailable
from ._partition import partition_of
from ._process import survive_forks
from ._settings import Settings
from ._transport import OnCommand
from ._values import Record

log = logging.getLogger("flexhb")
_BACKOFF = 0.5
_SILENCE = 15.0
_LOOK_UP = 5.0


class Outage:
    """Logs an outage that is waited out: one line when it begins, one when it ends. Thread-safe."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lasting = False
        self._lock = threading.Lock()

    def begin(self, cause: str) -> None:
        with self._lock:
            begins, self._lasting = not self._lasting, True
        if begins:
            log.warning("%s: %s. Retrying; training continues meanwhile", self._what, cause)

    def end(self) -> None:
        with self._lock:
            ends, self._lasting = self._lasting, False
        if ends:
            log.info("%s: works again", self._what)


def more_telling(before: str, error: KafkaError) -> str:
    """The more informative of two errors: that all brokers are down says less than an earlier error of one of them."""
    return before if before and error.code() == KafkaError._ALL_BROKERS_DOWN else error.str()


def common_config(settings: Settings, error_cb: Callable[[KafkaError], None]) -> Dict[str, Any]:
    return {
        # After an outage, half a lease remains for a heartbeat; librdkafka would wait 10 s.
        "reconnect.backoff.ms": 500,
        "reconnect.backoff.max.ms": 1000,
        "log_level": 2,  # otherwise an outage logs ten lines a second; error_cb reports all that matters
        **settings.kafka,
        "bootstrap.servers": settings.bootstrap_servers,
        "error_cb": error_cb,
    }


def producer_config(settings: Settings, error_cb: Callable[[KafkaError], None]) -> Dict[str, Any]:
    return {
        "linger.ms": 2,
        "queue.buffering.max.messages": 10_000_000,
        "queue.buffering.max.kbytes": 2_097_151,
        **common_config(settings, error_cb),
        # All records of a study must be on the partition that Java clients choose.
        "partitioner": "murmur2_random",
        "enable.idempotence": True,
        "acks": "all",
        "message.timeout.ms": 0,  # an outage of any length is waited out; the caller of close sets the limit
    }


def consumer_config(settings: Settings, error_cb: Callable[[KafkaError], None]) -> Dict[str, Any]:
    return {
        **common_config(settings, error_cb),
        # A decision of an aborted transaction was never made.
        "isolation.level": "read_committed",
        # librdkafka requires a group id, but no group is joined.
        "group.id": "flexhb-reads-alone",
        "enable.auto.commit": False,
        "auto.offset.reset": "latest",
    }


def read_some(consumer: Any, seconds: float) -> List[Any]:
    """Returns available messages as soon as there is one: `consume` alone would wait for as many as it may return."""
    first = consumer.poll(seconds)
    return [] if first is None else [first, *consumer.consume(num_messages=1000, timeout=0)]


class _Message:
    __slots__ = ("topic", "key", "value", "delivered")

    def __init__(self, topic: str, key: str, value: bytes, delivered: Optional[Callable[[], None]]) -> None:
        self.topic, self.key, self.value, self.delivered = topic, key, value, delivered


class Writer:
    """Sends in order, and tracks unacknowledged records. A broken producer is replaced. Thread-safe."""

    def __init__(self, servers: str, new_producer: Callable[[Callable[[KafkaError], None]], Any]) -> None:
        self._new_producer = new_producer
        self._silence = Outage(f"Broker {servers}")
        self._refusal = Outage(f"Writing to {servers}")
        self._order = threading.RLock()  # the order of records; taken before _books
        self._books = threading.Condition()
        self._outstanding: Dict[int, _Message] = {}
        self._next = 0
        self._failed = 0
        self._generation = 0
        self._broken = False
        self._closed = False
        self._last_answer = time.monotonic()
        self.last_error = ""
        self._producer = new_producer(functools.partial(self._error, 0))
        self._thread = threading.Thread(target=self._run, name="flexhb-sender", daemon=True)
        self._thread.start()

    def send(self, topic: str, key: str, value: bytes, delivered: Optional[Callable[[], None]] = None) -> None:
        with self._order:
            if self._closed:
                raise RuntimeError(f"the worker is closed: nothing can be sent to {topic}")
            with self._books:
                if not self._outstanding:
                    self._last_answer = time.monotonic()
                number, self._next = self._next, self._next + 1
                self._outstanding[number] = _Message(topic, key, value, delivered)
            self._produce(number)

    def flush(self, seconds: float) -> int:
        """Waits until all records sent before are acknowledged; returns how many are not."""
        until = time.monotonic() + seconds
        with self._books:
            last = self._next
            while any(number < last for number in self._outstanding):
                left = until - time.monotonic()
                if left <= 0 or not self._thread.is_alive():
                    break
                self._books.wait(min(left, 0.5))
            return sum(number < last for number in self._outstanding)

    def close(self, seconds: float) -> int:
        self.flush(seconds)
        self._closed = True
        self._thread.join(2)
        with self._books:
            return len(self._outstanding) + self._failed

    def handles(self) -> List[Any]:
        return [self._producer]

    def _produce(self, number: int) -> None:
        message = self._outstanding.get(number)
        while message is not None:
            try:
                self._producer.produce(
                    message.topic, key=message.key, value=message.value,
                    on_delivery=functools.partial(self._answered, self._generation, number))
                return
            except BufferError:
                time.sleep(0.1)  # the other thread frees space; nothing is dropped
            except KafkaException as problem:
                error = problem.args[0]
                if error.fatal():
                    self._broken = True  # all outstanding records are sent again, including this one
                else:
                    self._answered(self._generation, number, error, None)
                return

    def _answered(self, generation: int, number: int, error: Optional[KafkaError], _: Any) -> None:
        stale = generation != self._generation
        if error is not None and (stale or error.fatal() or self._broken):
            self._broken = self._broken or (error.fatal() and not stale)
            return
        with self._books:
            message = self._outstanding.pop(number, None)
            self._last_answer = time.monotonic()
            if error is not None:
                self._failed += 1
            self._books.notify_all()
        self._silence.end()
        if error is not None:
            self._refusal.begin(f"a record for {message.topic if message else '?'} was rejected ({error.str()})")
        else:
            self._refusal.end()
            if message is not None and message.delivered is not None:
                message.delivered()

    def _error(self, generation: int, error: KafkaError) -> None:
        self.last_error = more_telling(self.last_error, error)
        if error.fatal() and generation == self._generation:
            self._broken = True

    def _run(self) -> None:
        while not self._closed:
            self._producer.poll(0.1)
            if self._broken:
                self._renew()
            if self._outstanding and time.monotonic() - self._last_answer > _SILENCE:
                self._silence.begin(f"no acknowledgement for {_SILENCE:.0f} s {self.last_error}".rstrip())

    def _renew(self) -> None:
        """Replaces a broken producer. Records that arrived already have no effect a second time."""
        with self._order:
            log.warning("The producer failed (%s); a new one resends the unacknowledged records", self.last_error)
            old = self._producer
            self._generation += 1
            self._broken = False
            self._producer = self._new_producer(functools.partial(self._error, self._generation))
            old.purge()
            for number in sorted(self._outstanding):
                self._produce(number)


class Reader:
    """Reads commands of the followed studies on a thread of its own, from the end of their partitions."""

    def __init__(self, settings: Settings, codec: Codec, on_command: OnCommand) -> None:
        self._settings = settings
        self._topic = settings.topic("commands")
        self._codec = codec
        self._on_command = on_command
        self._outage = Outage(f"Commands from {settings.bootstrap_servers}")
        self._registry_outage = Outage("Schema registry")
        self._followed: Set[str] = set()
        self._assigned: Dict[int, TopicPartition] = {}
        self._closed = False
        self.last_error = ""
        self._consumer = Consumer(consumer_config(settings, self._error))
        self._thread = threading.Thread(target=self._run, name="flexhb-commands", daemon=True)

    def handles(self) -> List[Any]:
        return [self._consumer]

    def follow(self, study: str) -> None:
        """Requests the end offset now: a symbolic end is resolved later, perhaps behind an answer."""
        for name in ("workers", "metrics"):
            self._partitions(self._settings.topic(name))
        partition = partition_of(study, self._partitions(self._topic))
        if partition not in self._assigned:
            at = TopicPartition(self._topic, partition)
            at.offset = self._consumer.get_watermark_offsets(at, timeout=_LOOK_UP, cached=False)[1]
            self._assigned[partition] = at
            self._consumer.incremental_assign([at])
        self._followed.add(study)
        if not self._thread.is_alive():
            self._thread.start()

    def _partitions(self, topic: str) -> int:
        found = self._consumer.list_topics(topic, timeout=_LOOK_UP).topics[topic]
        if found.error is not None or not found.partitions:
            if found.error is not None and found.error.code() != KafkaError.UNKNOWN_TOPIC_OR_PART:
                raise KafkaException(found.error)
            raise LookupError(
                f"topic {topic} does not exist: start the tuner, which creates its topics, or set its prefix")
        return len(found.partitions)

    def close(self) -> None:
        self._closed = True
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(5)
        self._consumer.close()

    def _error(self, error: KafkaError) -> None:
        self.last_error = more_telling(self.last_error, error)

    def _run(self) -> None:
        while not self._closed:
            try:
                messages = read_some(self._consumer, 0.2)
            except KafkaException as trouble:
                self._outage.begin(str(trouble))
                time.sleep(_BACKOFF)
                continue
            for message in messages:
                error = message.error()
                if error is not None and error.code() == KafkaError.GROUP_AUTHORIZATION_FAILED:
                    continue  # librdkafka checks its configured group; a trainer needs none
                if error is not None:
                    self._outage.begin(error.str())
                else:
                    self._outage.end()
                    self._take(message)

    def _take(self, message: Any) -> None:
        key, value = message.key(), message.value()
        if key is None or value is None or key.decode("utf-8", "replace") not in self._followed:
            return
        while not self._closed:
            try:
                command = self._codec.decode(value)
                self._registry_outage.end()
                self._on_command(command)
                return
            except RegistryUnavailable as passing:
                self._registry_outage.begin(str(passing))
                time.sleep(_BACKOFF)
            except (Undecodable, LookupError) as unreadable:
                log.warning("%s-%d@%d is not a command and is skipped: %s",
                            message.topic(), message.partition(), message.offset(), unreadable)
                return
            except Exception:  # one command must not stop the reading of all others
                log.exception("%s-%d@%d could not be handled",
                              message.topic(), message.partition(), message.offset())
                return


class KafkaTransport:
    """The transport over Kafka."""

    def __init__(self, settings: Settings, on_command: OnCommand) -> None:
        self._settings = settings
        self._codec = Codec(settings)
        self._writer = Writer(
            settings.bootstrap_servers, lambda error_cb: Producer(producer_config(settings, error_cb)))
        self._reader = Reader(settings, self._codec, on_command)
        survive_forks(self)

    def handles(self) -> List[Any]:
        """The handles with librdkafka threads behind them."""
        return self._writer.handles() + self._reader.handles()

    def follow(self, study: str) -> None:
        until = time.monotonic() + self._settings.connect_timeout
        outage = Outage("Connecting")
        while True:
            try:
                for name in ("workers", "metrics"):
                    self._codec.writer(self._settings.topic(name))
                self._reader.follow(study)
                return
            except PermissionError as refused:
                raise TunerUnavailable(str(refused)) from refused
            except (KafkaException, LookupError, RegistryUnavailable) as missing:
                text = self._explain(missing)
                if time.monotonic() >= until:
                    raise TunerUnavailable(text) from missing
                outage.begin(text)
                time.sleep(_BACKOFF)

    def _explain(self, missing: Exception) -> str:
        if not isinstance(missing, KafkaException):
            return str(missing.args[0])
        more = self._reader.last_error or self._writer.last_error
        return (f"Kafka at {self._settings.bootstrap_servers}, topics {self._settings.topic_prefix}*:"
                f" {missing.args[0].str()}{'; ' + more if more else ''}")

    def send_ask(self, record: Record) -> None:
        self._send("workers", record, None)

    def send_event(self, record: Record, delivered: Optional[Callable[[], None]] = None) -> None:
        self._send("metrics", record, delivered)

    def _send(self, name: str, record: Record, delivered: Optional[Callable[[], None]]) -> None:
        topic = self._settings.topic(name)
        self._refuse_unknown(topic, record)
        self._writer.send(topic, record["study"], self._codec.encode(topic, record), delivered)

    def _refuse_unknown(self, topic: str, record: Record) -> None:
        reason = record.get("endReason")
        if reason is not None and reason not in _end_reasons(self._codec.writer(topic)[1]):
            raise ValueError(f"this tuner is too old for the end reason {reason}: upgrade it")

    def flush(self, seconds: float) -> int:
        return self._writer.flush(seconds)

    def close(self, seconds: float) -> int:
        lost = self._writer.close(seconds)
        self._reader.close()
        return lost


def _end_reasons(schema: Any) -> Tuple[str, ...]:
    for field in schema["fields"]:
        if field["name"] == "endReason":
            return tuple(next(kind["symbols"] for kind in field["type"] if isinstance(kind, dict)))
    return ()
