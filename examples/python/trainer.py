#!/usr/bin/env python3
"""A FlexHB worker without the SDK: any Kafka client will do, if it follows docs/protocol.md.

    pip install "confluent-kafka[avro,schemaregistry]"
    python3 trainer.py --study toy --bootstrap-servers ... --registry ...    as 'flexhb dev' printed them

It trains one trial at a time until the study is over. The "model" is one weight that gradient
descent takes to zero; put your own training into `train_epoch`, `save`, `load` and `discard`.
"""
import argparse
import json
import logging
import math
import os
import pathlib
import signal
import socket
import sys
import threading
import time

from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient, topic_subject_name_strategy
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

GRANTS = ("START", "CONTINUE", "REVIVE")
ENDS = ("PAUSE", "STOP", "COMPLETE")
# So many in a row are rather a mistake in the trainer than bad configurations.
MOST_FAILURES = 10
log = logging.getLogger("trainer")


def train_epoch(model, configuration):
    """Your training goes here: one unit of the study's resource; returns the metrics."""
    slope = 2 * model["weight"]
    model["speed"] = configuration["momentum"] * model["speed"] - configuration["lr"] * slope
    model["weight"] += model["speed"]
    return {"loss": model["weight"] ** 2}


def save(model, path):
    """Replaces the file at once: a worker that is killed leaves no half of a checkpoint behind."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(model))
    part.replace(path)


def load(checkpoint):
    """A trial that begins has no checkpoint; one that goes on may come from another machine."""
    if checkpoint is None:
        return {"weight": 1.0, "speed": 0.0}
    return json.loads(pathlib.Path(checkpoint["reference"]).read_text())


def discard(checkpoint):
    """The trial cannot come back: checkpoints would fill the disk."""
    pathlib.Path(checkpoint["reference"]).unlink(missing_ok=True)


def metric(name, value):
    """What is not finite travels as a status: the tuner takes it as a failure at that resource."""
    try:
        value = float(value)  # also of a tensor, or of text
    except (TypeError, ValueError) as problem:
        raise TypeError(f"metric {name} is {value!r}, which is not a number") from problem
    if math.isfinite(value):
        return {"status": "FINITE", "value": value}
    if math.isnan(value):
        return {"status": "NAN"}
    return {"status": "POSITIVE_INFINITY" if value > 0 else "NEGATIVE_INFINITY"}


class Worker:
    """One slot of one worker."""

    def __init__(self, options):
        self.study = options.study
        self.name = options.worker
        self.checkpoints = options.checkpoints.resolve()  # others may read them, from elsewhere
        self.checkpoints.mkdir(parents=True, exist_ok=True)
        self.topic = {name: f"{options.prefix}{name}.v1" for name in ("workers", "metrics", "commands")}
        # Must rise with each new ask, also over restarts of a worker under the same name.
        self.ask_sequence = int(time.time() * 1000)
        self.incarnation = None
        self.grant = None
        self.heard = None
        self.silence = threading.Condition()
        # The tuner has registered the schemas of all topics: no .avsc file is needed here.
        registry = SchemaRegistryClient({"url": options.registry})
        self.encode = AvroSerializer(registry, conf={
            "auto.register.schemas": False,
            "use.latest.version": True,
            "subject.name.strategy": topic_subject_name_strategy,
        })
        self.decode = AvroDeserializer(registry)
        for topic in self.topic.values():
            registry.get_latest_version(f"{topic}-value")  # is it there? better now than later
        broker = {
            "bootstrap.servers": options.bootstrap_servers,
            # After an outage there is half a lease to be heard again; librdkafka would wait 10 s.
            "reconnect.backoff.ms": 500,
            "reconnect.backoff.max.ms": 1000,
            "log_level": 2,  # or an outage gives ten lines a second
            "error_cb": lambda error: log.warning("Kafka: %s", error.str()),
        }
        self.producer = Producer(broker | {
            # All records of a study must meet on the partition that Java clients choose;
            # librdkafka's own default hashes keys differently.
            "partitioner": "murmur2_random",
            # Reports of an attempt must arrive in order, each once, whatever the network does.
            "enable.idempotence": True,
            "linger.ms": 0,
        })
        self.consumer = Consumer(broker | {
            # A decision that was rolled back with its transaction was never made.
            "isolation.level": "read_committed",
            # librdkafka wants a name, but no group is joined: this worker reads all partitions.
            "group.id": self.name,
            "enable.auto.commit": False,
        })
        self.follow_commands()
        threading.Thread(target=self.heartbeats, daemon=True).start()

    def follow_commands(self):
        """Asks for the end as a number now: OFFSET_END is looked up later, perhaps after an answer."""
        topic = self.topic["commands"]
        found = self.consumer.list_topics(topic, timeout=10).topics[topic]
        if found.error:
            raise KafkaException(found.error)
        ends = []
        for partition in found.partitions:
            at = TopicPartition(topic, partition)
            at.offset = self.consumer.get_watermark_offsets(at, timeout=10, cached=False)[1]
            ends.append(at)
        self.consumer.assign(ends)

    def send(self, topic, record):
        context = SerializationContext(self.topic[topic], MessageField.VALUE)
        record |= {"study": self.study, "worker": self.name, "slot": 0, "sentAt": int(time.time() * 1000)}
        self.producer.produce(self.topic[topic], key=self.study, value=self.encode(record, context))
        self.producer.poll(0)

    def receive(self, seconds):
        """The next command of the study, for whomever it is; None when none comes in that time."""
        until = time.monotonic() + seconds
        while (message := self.consumer.poll(max(0.0, until - time.monotonic()))) is not None:
            if not message.error() and message.key() == self.study.encode():
                command = self.decode(
                    message.value(), SerializationContext(message.topic(), MessageField.VALUE))
                if command["kind"] == "DISCARD_CHECKPOINT" and command["checkpoint"]:
                    discard(command["checkpoint"])
                return command
        return None

    def ask(self):
        """The next trial to train; None when the study needs this worker no more."""
        self.ask_sequence += 1  # a new number also says: nothing is trained here now
        ask = {"askSequence": self.ask_sequence, "incarnation": self.incarnation}
        repeat_at, wait = 0.0, 5.0
        while True:
            if time.monotonic() >= repeat_at:
                self.send("workers", ask)  # the same ask gets the same answer: safe to repeat
                repeat_at = time.monotonic() + wait
            command = self.receive(repeat_at - time.monotonic())
            if command is None or command["worker"] not in ("", self.name):
                continue
            if command["worker"] and command["askSequence"] > self.ask_sequence:
                sys.exit(f"another worker is called {self.name}: give each a name of its own")
            self.tell(command)
            if command["kind"] == "RELEASE" and command["askSequence"] in (-1, self.ask_sequence):
                return None
            if command["askSequence"] == self.ask_sequence and command["kind"] == "WAIT":
                wait = command["waitMillis"] / 1000
            elif command["askSequence"] == self.ask_sequence and command["kind"] in GRANTS:
                return command

    def tell(self, command):
        """What the tuner says, and why: the first place to look when something goes wrong."""
        if command["kind"] in GRANTS:
            text = "trial {trial}, attempt {attempt}: {kind} from {fromResource} until {untilResource}"
        else:
            text = "{kind}" if command["trial"] < 0 else "trial {trial}, attempt {attempt}: {kind}"
        text = (text + ": {reason}").format(**command)
        if text != self.heard:  # an ask or a report that is repeated is answered anew
            log.info(text)
        self.heard = text

    def say(self, kind, **fields):
        """Tells of the attempt in hand. `commandSeen` lets the tuner send again what got lost."""
        with self.silence:
            attempt = {name: self.grant[name] for name in ("incarnation", "trial", "attempt")}
            self.send("metrics", {"kind": kind, **attempt, "commandSeen": self.grant["id"], **fields})
            self.silence.notify()

    def heartbeats(self):
        """Epochs may be longer than the lease; whoever is silent for so long loses the attempt."""
        with self.silence:
            while True:
                lease = self.grant["leaseMillis"] / 1000 if self.grant else None
                if not self.silence.wait(lease and lease / 3) and self.grant:
                    self.say("HEARTBEAT")

    def obey(self, command):
        """Takes a command about the attempt in hand; returns False once that has ended."""
        grant = self.grant
        if command is None or any(command[f] != grant[f] for f in ("incarnation", "trial")):
            return True
        if command["kind"] in GRANTS and command["attempt"] > grant["attempt"]:
            self.tell(command)
            return False  # the tuner gave this attempt up and the trial to somebody else
        if command["attempt"] != grant["attempt"] or command["kind"] in ("START", "REVIVE"):
            return True
        self.tell(command)
        if command["kind"] == "CONTINUE" and command["untilResource"] > grant["untilResource"]:
            self.grant = grant | {name: command[name] for name in ("id", "untilResource")}
        return command["kind"] not in ENDS

    def train(self, grant):
        """From the checkpoint to the boundary, and on for as long as the tuner says CONTINUE."""
        self.grant, self.incarnation = grant, grant["incarnation"]
        self.say("STARTED")
        try:
            epoch, model = grant["fromResource"], load(grant["checkpoint"])
        except FileNotFoundError as lost:
            log.warning("trial %d begins anew: %s", grant["trial"], lost)
            return self.say("ENDED", endReason="CHECKPOINT_LOST", message=str(lost))
        path = self.checkpoints / f"{self.study}-{grant['incarnation']}-{grant['trial']}.json"
        live = True
        while live:
            epoch += 1  # resource is absolute: since the trial began, not since this attempt did
            values = train_epoch(model, grant["configuration"]["values"])
            report = {"resource": epoch, "values": {name: metric(name, v) for name, v in values.items()}}
            if epoch >= self.grant["untilResource"]:
                save(model, path)
                report["checkpoint"] = {"resource": epoch, "reference": str(path)}
            self.say("METRICS", **report)
            while live and (command := self.receive(0)) is not None:
                live = self.obey(command)  # a STOP may come at any time, behind those of others
            repeat_at = time.monotonic() + grant["leaseMillis"] / 3000
            while live and epoch >= self.grant["untilResource"]:
                live = self.obey(self.receive(repeat_at - time.monotonic()))
                if live and time.monotonic() >= repeat_at:
                    self.say("METRICS", **report)
                    repeat_at = time.monotonic() + grant["leaseMillis"] / 3000

    def run(self):
        failures = 0
        try:
            while (grant := self.ask()) is not None:
                try:
                    self.train(grant)
                    failures = 0
                except Exception as problem:
                    log.exception("trial %d failed", grant["trial"])
                    message = f"{type(problem).__name__}: {problem}"
                    self.say("ENDED", endReason="FAILED", message=message[-2000:])
                    failures += 1
                    if failures == MOST_FAILURES:
                        sys.exit(f"{failures} failures in a row: mend the trainer, then start it again")
                except BaseException:  # told to end: the trial goes on elsewhere at once
                    self.say("ENDED", endReason="RELEASED")
                    raise
                finally:
                    with self.silence:
                        self.grant = None  # heartbeats end
                # What this attempt said must lie there before the next ask, in another topic, does.
                self.producer.flush(30)
        finally:
            self.producer.flush(30)
            self.consumer.close()


def main():
    parser = argparse.ArgumentParser(description="A FlexHB worker over plain Kafka.")
    parser.add_argument("--study", required=True)
    parser.add_argument("--bootstrap-servers", default="localhost:9092")
    parser.add_argument("--registry", default="http://localhost:8081/apis/ccompat/v7",
                        help="with its path, as 'flexhb dev' prints it (default: %(default)s)")
    parser.add_argument("--prefix", default="flexhb.", help="of the topics")
    parser.add_argument("--worker", default=f"{socket.gethostname()}-{os.getpid()}",
                        help="its name; one that stays over restarts gets its trial back at once")
    parser.add_argument("--checkpoints", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder that all workers of the study see")
    options = parser.parse_args()
    logging.basicConfig(format="%(asctime)s %(message)s")
    log.setLevel(logging.INFO)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        worker = Worker(options)
    except Exception as problem:
        sys.exit(f"cannot join at Kafka {options.bootstrap_servers} and registry {options.registry},"
                 f" topics {options.prefix}*: {problem!r}")
    try:
        worker.run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
