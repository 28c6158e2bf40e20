import pytest

from flexhb import settings
from flexhb._settings import librdkafka, properties


def test_should_let_arguments_win_over_variables_and_these_over_the_file(tmp_path):
    file = tmp_path / "client.properties"
    file.write_text("# of flexhb dev\nbootstrap.servers=file:1\nschema.registry.url=http\\://file\ntopic.prefix=f.\n"
                    "kafka.security.protocol=SSL\n")
    found = settings("argument:1", config=file, environment={
        "FLEXHB_BOOTSTRAP_SERVERS": "variable:1", "FLEXHB_TOPIC_PREFIX": "v.",
        "FLEXHB_KAFKA_SASL_MECHANISM": "PLAIN"})
    assert (found.bootstrap_servers, found.schema_registry_url, found.topic("metrics")) == (
        "argument:1", "http://file", "v.metrics.v1")
    assert found.kafka == {"security.protocol": "SSL", "sasl.mechanism": "PLAIN"}


def test_should_find_the_file_of_dev_by_itself(tmp_path, monkeypatch):
    (tmp_path / ".flexhb").mkdir()
    (tmp_path / ".flexhb" / "client.properties").write_text("bootstrap.servers=dev:1\n")
    monkeypatch.chdir(tmp_path)
    assert settings(environment={}).bootstrap_servers == "dev:1"
    monkeypatch.chdir("/")
    assert settings(environment={}).bootstrap_servers == "localhost:9092"


def test_should_translate_what_java_clients_call_otherwise():
    assert librdkafka({
        "security.protocol": "SASL_SSL", "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config":
            'org.apache.kafka.common.security.scram.ScramLoginModule required username="a b" password="p\\"w;";',
        "ssl.truststore.type": "PEM", "ssl.truststore.location": "/ca.pem",
        "ssl.endpoint.identification.algorithm": "",
    }) == {
        "security.protocol": "SASL_SSL", "sasl.mechanism": "SCRAM-SHA-512", "sasl.username": "a b",
        "sasl.password": 'p"w;', "ssl.ca.location": "/ca.pem", "ssl.endpoint.identification.algorithm": "none"}


@pytest.mark.parametrize("java, hint", [
    ({"ssl.truststore.location": "t.jks"}, "ssl.ca.location"),
    ({"ssl.keystore.location": "k.jks"}, "PKCS12"),
    ({"sasl.jaas.config": "com.sun.security.auth.module.Krb5LoginModule required;"}, "librdkafka needs"),
])
def test_should_say_how_to_give_what_python_cannot_read(java, hint):
    with pytest.raises(ValueError, match=hint):
        librdkafka(java)


@pytest.mark.parametrize("options, hint", [
    ({"bootstrap_servers": " "}, "host:port"), ({"schema_registry_url": "registry:8081"}, "must start with http"),
    ({"topic_prefix": "a/b"}, "topic prefix"), ({"kafka": {"acks": "0"}}, "set by the protocol"),
    ({"config": "/no/such/file"}, "/no/such/file"),
])
def test_should_name_what_is_wrong(options, hint):
    with pytest.raises(ValueError, match=hint):
        settings(environment={}, **options)


def test_should_keep_secrets_out_of_its_text():
    found = settings(environment={}, kafka={"sasl.password": "secret"}, registry={"basic.auth.user.info": "u:secret"})
    assert "secret" not in repr(found) + str(found)


def test_should_read_properties_as_java_does():
    assert properties("a = b = c\n! no\nd: e\nlong=x\\\n   y\n\n") == {"a": "b = c", "d": "e", "long": "xy"}


def test_should_find_what_dev_wrote_in_a_folder_above(tmp_path, monkeypatch):
    (tmp_path / ".flexhb").mkdir()
    (tmp_path / ".flexhb" / "client.properties").write_text("bootstrap.servers=above:1\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert settings(environment={}).bootstrap_servers == "above:1"
