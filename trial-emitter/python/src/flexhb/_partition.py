"""The partition of a key, as Kafka's Java clients choose it."""
from __future__ import annotations

_MASK = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """Kafka's 32-bit hash, unsigned."""
    m = 0x5BD1E995
    h = (0x9747B28C ^ len(data)) & _MASK
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        k = (int.from_bytes(data[i:i + 4], "little") * m) & _MASK
        k = ((k ^ (k >> 24)) * m) & _MASK
        h = ((h * m) & _MASK) ^ k
    if whole < len(data):
        h = ((h ^ int.from_bytes(data[whole:], "little")) * m) & _MASK
    h = ((h ^ (h >> 13)) * m) & _MASK
    return h ^ (h >> 15)


def partition_of(key: str, partitions: int) -> int:
    return (murmur2(key.encode("utf-8")) & 0x7FFFFFFF) % partitions
