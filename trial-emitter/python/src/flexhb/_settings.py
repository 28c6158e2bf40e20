"""How to connect to Kafka and the schema registry.

An argument overrides a FLEXHB_* variable, which overrides a properties file, which overrides the defaults. The same
holds for FlexHB's command line, whose `dev` writes the file `.flexhb/client.properties`.
"""
from __future__ import annotations

import os
import pathlib
import re
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional

DEV_FILE = pathlib.Path(".flexhb", "client.properties")
_DEFAULTS = {
    "bootstrap.servers": "localhost:9092",
    "schema.registry.url": "http://localhost:8081",
    "topic.prefix": "flexhb.",
}
# Properties that the protocol relies on; other values would lose, duplicate or reorder records.
_FIXED = {
    "acks", "request.required.acks", "enable.idempotence", "transactional.id", "partitioner", "message.timeout.ms",
    "delivery.timeout.ms", "isolation.level", "group.id", "auto.offset.reset", "enable.auto.commit",
    "bootstrap.servers", "metadata.broker.list",
}
_JAAS = re.compile(r"(Plain|Scram)LoginModule\b")
_PREFIX = re.compile(r"[A-Za-z0-9._-]{0,200}")


@dataclass(frozen=True)
class Settings:
    """How to reach a tuner. May hold secrets: its text form omits them."""

    bootstrap_servers: str
    schema_registry_url: str
    topic_prefix: str = "flexhb."
    kafka: Mapping[str, Any] = field(default_factory=dict, repr=False)
    registry: Mapping[str, Any] = field(default_factory=dict, repr=False)
    connect_timeout: float = 60.0

    def __post_init__(self) -> None:
        problems = []
        if not self.bootstrap_servers.strip():
            problems.append("bootstrap servers are missing: give host:port of a broker")
        if not re.match(r"https?://.", self.schema_registry_url):
            problems.append(f"schema registry URL {self.schema_registry_url!r} must start with http:// or https://")
        if not _PREFIX.fullmatch(self.topic_prefix):
            problems.append(f"topic prefix {self.topic_prefix!r}: use letters, digits, '.', '_' or '-'")
        fixed = sorted(_FIXED & set(self.kafka))
        if fixed:
            problems.append(f"kafka properties {fixed} are set by the protocol: remove them")
        if problems:
            raise ValueError("; ".join(problems))

    def topic(self, name: str) -> str:
        return f"{self.topic_prefix}{name}.v1"


def settings(
    bootstrap_servers: Optional[str] = None,
    schema_registry_url: Optional[str] = None,
    topic_prefix: Optional[str] = None,
    config: Optional["os.PathLike[str] | str"] = None,
    kafka: Optional[Mapping[str, Any]] = None,
    registry: Optional[Mapping[str, Any]] = None,
    connect_timeout: float = 60.0,
    environment: Optional[Mapping[str, str]] = None,
) -> Settings:
    """Merges the arguments, the environment and the file.

    kafka: properties of librdkafka, such as security.protocol; registry: of Confluent's registry client.
    """
    environment = os.environ if environment is None else environment
    found = dict(_DEFAULTS)
    found.update(_file(config, environment))
    found.update(_variables(environment))
    given = {
        "bootstrap.servers": bootstrap_servers,
        "schema.registry.url": schema_registry_url,
        "topic.prefix": topic_prefix,
    }
    found.update({key: value for key, value in given.items() if value is not None})
    return Settings(
        found["bootstrap.servers"],
        found["schema.registry.url"],
        found["topic.prefix"],
        {**librdkafka(_below("kafka.", found)), **(kafka or {})},
        {**_registry(_below("registry.", found)), **(registry or {})},
        connect_timeout)


def _below(prefix: str, found: Mapping[str, str]) -> Dict[str, str]:
    return {key[len(prefix):]: value for key, value in found.items() if key.startswith(prefix)}


def _file(config: Any, environment: Mapping[str, str]) -> Dict[str, str]:
    named = config or environment.get("FLEXHB_CONFIG")
    path = pathlib.Path(named) if named else _dev_file()
    if path is None:
        return {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise ValueError(f"the configuration file {path} cannot be read: {problem}") from problem
    return properties(text)


def _dev_file() -> Optional[pathlib.Path]:
    """The file that `flexhb dev` wrote in this folder or in the nearest parent."""
    here = pathlib.Path.cwd()
    return next((at / DEV_FILE for at in (here, *here.parents) if (at / DEV_FILE).is_file()), None)


def properties(text: str) -> Dict[str, str]:
    """Parses a Java properties file: key=value, comments, continued lines and backslashes."""
    found: Dict[str, str] = {}
    for line in re.sub(r"\\\r?\n[ \t]*", "", text).splitlines():
        line = line.strip()
        if line and line[0] not in "#!":
            key, _, value = (line.partition("=") if "=" in line else line.partition(":"))
            found[key.strip()] = re.sub(r"\\(.)", r"\1", value.strip())
    return found


def _variables(environment: Mapping[str, str]) -> Dict[str, str]:
    """The FLEXHB_* variables by key: FLEXHB_KAFKA_SECURITY_PROTOCOL is kafka.security.protocol, and so on."""
    found = {}
    for name, value in environment.items():
        key = name[len("FLEXHB_"):].lower().replace("_", ".")
        if name.startswith("FLEXHB_") and (key in _DEFAULTS or key.startswith(("kafka.", "registry."))):
            found[key] = value
    return found


def librdkafka(java: Mapping[str, str]) -> Dict[str, Any]:
    """Translates properties of Kafka's Java clients to those of librdkafka."""
    given = dict(java)
    jaas = given.pop("sasl.jaas.config", None)
    if jaas is not None:
        given.update(_credentials(jaas))
    trust, trust_type = given.pop("ssl.truststore.location", None), given.pop("ssl.truststore.type", "JKS")
    given.pop("ssl.truststore.password", None)
    if trust is not None:
        if trust_type.upper() != "PEM":
            raise ValueError(
                f"kafka.ssl.truststore.location is of type {trust_type}, which clients in Python cannot read:"
                " give the certificates as PEM in kafka.ssl.ca.location")
        given["ssl.ca.location"] = trust
    key_type = given.pop("ssl.keystore.type", "JKS").upper()
    if "ssl.keystore.location" in given and key_type == "PEM":
        key = given.pop("ssl.keystore.location")
        given.setdefault("ssl.certificate.location", key)
        given.setdefault("ssl.key.location", key)
    elif "ssl.keystore.location" in given and key_type == "JKS":
        raise ValueError(
            "kafka.ssl.keystore.location is of type JKS, which clients in Python cannot read: give it as PKCS12"
            " with kafka.ssl.keystore.type=PKCS12, or as PEM in kafka.ssl.certificate.location and"
            " kafka.ssl.key.location")
    if given.get("ssl.endpoint.identification.algorithm") == "":
        given["ssl.endpoint.identification.algorithm"] = "none"
    return given


def _credentials(jaas: str) -> Dict[str, str]:
    if not _JAAS.search(jaas):
        raise ValueError(
            "kafka.sasl.jaas.config names a login module that clients in Python do not have: give what librdkafka"
            " needs in kafka={...}, such as sasl.username and sasl.password")
    found = {}
    for word in ("username", "password"):
        match = re.search(word + r"\s*=\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^\s;]+)", jaas)
        if match:
            value = match.group(1)
            found[f"sasl.{word}"] = re.sub(r"\\(.)", r"\1", value[1:-1]) if value[0] in "\"'" else value
    return found


def _registry(java: Mapping[str, str]) -> Dict[str, Any]:
    given = {re.sub(r"^schema\.registry\.", "", key): value for key, value in java.items()}
    given.pop("basic.auth.credentials.source", None)
    trust = given.pop("ssl.truststore.location", None)
    kind = given.pop("ssl.truststore.type", "JKS")
    given.pop("ssl.truststore.password", None)
    if trust is not None and kind.upper() != "PEM":
        raise ValueError(
            f"registry.ssl.truststore.location is of type {kind}, which clients in Python cannot read: give the"
            " certificates as PEM in registry.ssl.ca.location")
    if trust is not None:
        given["ssl.ca.location"] = trust
    return given
