"""Order, outages and broken producers, below the one class that knows librdkafka's producer."""
import threading
import time

import pytest

from flexhb import _kafka
from flexhb._kafka import Writer
from flexhb._partition import murmur2, partition_of


class Error:
    def __init__(self, fatal=False):
        self._fatal = fatal

    def fatal(self):
        return self._fatal

    def str(self):
        return "broken" if self._fatal else "refused"


class Producer:
    """Acknowledges in order when polled, unless it is away."""

    def __init__(self, error_cb):
        self.error_cb = error_cb
        self.queue = []
        self.away = False
        self.refuse = False
        self.acknowledged = []

    def produce(self, topic, key, value, on_delivery):
        self.queue.append((value, on_delivery))

    def poll(self, seconds):
        time.sleep(0.001)
        while self.queue and not self.away:
            value, on_delivery = self.queue.pop(0)
            if not self.refuse:
                self.acknowledged.append(value)
            on_delivery(Error() if self.refuse else None, None)

    def purge(self):
        queue, self.queue = self.queue, []
        for _, on_delivery in queue:
            on_delivery(Error(), None)


def writer():
    made = []

    def new(error_cb):
        made.append(Producer(error_cb))
        return made[-1]

    return Writer("here:1", new), made


def test_should_send_in_order_and_tell_of_each_delivery():
    out, (producer,) = writer()
    told = []
    for number in range(100):
        out.send("t", "k", b"%d" % number, lambda n=number: told.append(n))
    assert out.flush(5) == 0
    assert (producer.acknowledged, told) == ([b"%d" % n for n in range(100)], list(range(100)))
    assert out.close(1) == 0


def test_should_keep_everything_in_an_outage_and_send_it_afterwards(monkeypatch, caplog):
    monkeypatch.setattr(_kafka, "_SILENCE", 0.05)
    out, (producer,) = writer()
    producer.away = True
    for number in range(10):
        out.send("t", "k", b"%d" % number)
    assert out.flush(0.3) == 10
    producer.away = False
    assert out.close(5) == 0
    assert producer.acknowledged == [b"%d" % n for n in range(10)]
    assert caplog.text.count("no acknowledgement") == 1


def test_should_send_all_again_in_order_through_a_new_producer_when_one_breaks():
    out, made = writer()
    made[0].away = True
    for number in range(5):
        out.send("t", "k", b"%d" % number)
    made[0].error_cb(Error(fatal=True))
    assert out.flush(5) == 0
    out.send("t", "k", b"5")
    assert out.close(5) == 0
    assert made[1].acknowledged == [b"%d" % n for n in range(6)]


def test_should_count_and_tell_of_what_was_refused(caplog):
    out, (producer,) = writer()
    producer.refuse = True
    out.send("t", "k", b"x")
    assert out.close(5) == 1
    assert "a record for t was rejected" in caplog.text


def test_should_not_take_records_once_closed():
    out, _ = writer()
    out.close(1)
    with pytest.raises(RuntimeError, match="closed"):
        out.send("t", "k", b"x")


def test_should_keep_the_order_of_each_thread():
    out, (producer,) = writer()
    threads = [threading.Thread(target=lambda n=n: [out.send("t", "k", b"%d %d" % (n, i)) for i in range(200)])
               for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert out.close(10) == 0
    for n in range(4):
        own = [int(v.split()[1]) for v in producer.acknowledged if v.startswith(b"%d " % n)]
        assert own == list(range(200))


@pytest.mark.parametrize("key, expected", [  # of Kafka's own tests
    (b"21", -973932308), (b"foobar", -790332482), (b"a-little-bit-long-string", -985981536),
    (b"a-little-bit-longer-string", -1486304829), (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
    (b"abc", 479470107),
])
def test_should_hash_as_kafka_does(key, expected):
    assert murmur2(key) == expected & 0xFFFFFFFF


def test_should_find_the_partition_of_names_beyond_ascii():
    assert 0 <= partition_of("größe", 7) < 7
