#!/usr/bin/env python3
"""A FlexHB worker without the SDK: any Kafka client will do, if it follows docs/protocol.md.

    pip install "confluent-kafka[avro,schemaregistry]"
    python3 trainer.py --study toy --bootstrap-servers localhost:9092 --registry http://localhost:8081

It trains one trial at a time until the study is over. The "model" is one weight that gradient
descent takes to zero; put your own training into `train_epoch`, `save` and `load`.
"""
import argparse
import json
import math
import os
import pathlib
import socket
import threading
import time

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient, topic_subject_name_strategy
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

GRANTS = ("START", "CONTINUE", "REVIVE")
ENDS = ("PAUSE", "STOP", "COMPLETE")


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


def metric(value):
    """What is not finite travels as a status: the tuner takes it as a failure at that resource."""
    if math.isfinite(value):
        return {"status": "FINITE", "value": value}
    if math.isnan(value):
        return {"status": "NAN"}
    return {"status": "POSITIVE_INFINITY" if value > 0 else "NEGATIVE_INFINITY"}


class Worker:
    """One slot of one worker."""

    def __init__(self, options):
        self.study = options.study
        self.name = f"{socket.gethostname()}-{os.getpid()}"
        self.checkpoints = options.checkpoints
        self.topic = {name: f"{options.prefix}{name}.v1" for name in ("workers", "metrics", "commands")}
        # Must rise with each new ask, also over restarts of a worker under the same name.
        self.ask_sequence = int(time.time() * 1000)
        self.incarnation = None
        self.grant = None
        self.silence = threading.Condition()
        # The tuner has registered the schemas of all topics: no .avsc file is needed here.
        registry = SchemaRegistryClient({"url": options.registry})
        self.encode = AvroSerializer(registry, conf={
            "auto.register.schemas": False,
            "use.latest.version": True,
            "subject.name.strategy": topic_subject_name_strategy,
        })
        self.decode = AvroDeserializer(registry)
        self.producer = Producer({
            "bootstrap.servers": options.bootstrap_servers,
            # All records of a study must meet on the partition that Java clients choose;
            # librdkafka's own default hashes keys differently.
            "partitioner": "murmur2_random",
            # Reports of an attempt must arrive in order, each once, whatever the network does.
            "enable.idempotence": True,
            "linger.ms": 0,
            # After an outage there is half a lease to be heard again; librdkafka would wait 10 s.
            "reconnect.backoff.max.ms": 1000,
        })
        self.consumer = Consumer({
            "bootstrap.servers": options.bootstrap_servers,
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
        ends = []
        for partition in self.consumer.list_topics(topic, timeout=30).topics[topic].partitions:
            at = TopicPartition(topic, partition)
            at.offset = self.consumer.get_watermark_offsets(at, timeout=30, cached=False)[1]
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
                context = SerializationContext(message.topic(), MessageField.VALUE)
                return self.decode(message.value(), context)
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
            if command["kind"] == "RELEASE" and command["askSequence"] in (-1, self.ask_sequence):
                return None
            if command["askSequence"] == self.ask_sequence and command["kind"] == "WAIT":
                wait = command["waitMillis"] / 1000
            elif command["askSequence"] == self.ask_sequence and command["kind"] in GRANTS:
                return command

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
            return False  # the tuner gave this attempt up and the trial to somebody else
        if command["attempt"] != grant["attempt"] or command["kind"] in ("START", "REVIVE"):
            return True
        if command["kind"] == "CONTINUE" and command["untilResource"] > grant["untilResource"]:
            self.grant = grant | {name: command[name] for name in ("id", "untilResource")}
        return command["kind"] not in ENDS

    def train(self, grant):
        """From the checkpoint to the boundary, and on for as long as the tuner says CONTINUE."""
        self.grant, self.incarnation = grant, grant["incarnation"]
        self.say("STARTED")
        epoch, model = grant["fromResource"], load(grant["checkpoint"])
        path = self.checkpoints / f"{self.study}-{grant['incarnation']}-{grant['trial']}.json"
        live = True
        while live:
            epoch += 1  # resource is absolute: since the trial began, not since this attempt did
            values = train_epoch(model, grant["configuration"]["values"])
            report = {"resource": epoch, "values": {name: metric(v) for name, v in values.items()}}
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
        try:
            while (grant := self.ask()) is not None:
                try:
                    self.train(grant)
                except Exception as problem:
                    self.say("ENDED", endReason="FAILED", message=str(problem)[-2000:])
                with self.silence:
                    self.grant = None  # heartbeats end
        finally:
            self.producer.flush(30)
            self.consumer.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A FlexHB worker over plain Kafka.")
    parser.add_argument("--study", required=True)
    parser.add_argument("--bootstrap-servers", default="localhost:9092")
    parser.add_argument("--registry", default="http://localhost:8081")
    parser.add_argument("--prefix", default="flexhb.", help="of the topics")
    parser.add_argument("--checkpoints", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder that all workers of the study see")
    Worker(parser.parse_args()).run()
