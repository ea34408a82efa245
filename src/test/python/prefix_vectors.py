"""Prints known-answer vectors for the prefix chain, computed without any of the Java code.

Usage: python3 src/test/python/prefix_vectors.py > src/test/resources/vectors/prefix-chains.json

The algorithm is the one stated in the comments of PrefixHasher and AnchorGrid. Changing a vector
makes every table cold: it is a breaking change.
"""

import hashlib
import hmac
import json
import struct
import sys

BLOCK = 128
FIRST_GRID = 1024
SHALLOWEST = 512
SPACING = 8
PREAMBLE = ("tools", "system", "developer")
SALT = bytes(range(32))


def scope_key(salt, scope):
    fields = [scope["model"], scope["adapter"], scope["cacheSalt"], scope["templateArguments"]]
    message = b"".join(struct.pack(">I", len(f.encode())) + f.encode() for f in fields)
    return hmac.new(salt, message, hashlib.sha256).digest()


def content(segment):
    if "tokens" in segment:
        return b"\xfc" + b"".join(struct.pack(">I", t) for t in segment["tokens"])
    return segment["text"].encode()


def canonical(segments):
    """The canonical text, the end of the preamble and the ends of the messages."""
    text, preamble_end, message_ends = b"", None, []
    for segment in segments:
        role = "tokens" if "tokens" in segment else segment["role"]
        text += b"\xff" + role.encode() + b"\xfe"
        if role not in PREAMBLE and preamble_end is None:
            preamble_end = len(text)
        text += content(segment) + b"\xfd"
        if role not in PREAMBLE:
            message_ends.append(len(text))
    return text, preamble_end, message_ends


def link(key, previous, block):
    return hashlib.sha256(key + previous + block).digest()[:16]


def chain(key, text):
    """hashes[i] names the first i blocks."""
    hashes = [bytes(16)]
    for i in range(len(text) // BLOCK):
        hashes.append(link(key, hashes[-1], text[i * BLOCK : (i + 1) * BLOCK]))
    return hashes


def anchor_depths(length, preamble_end, message_ends):
    down = lambda position: position // BLOCK * BLOCK
    landmarks = set()
    candidates = set()
    if preamble_end is not None:
        landmarks.add(down(preamble_end))
        landmarks.add(down(message_ends[0]))
    number = 1
    while number <= len(message_ends):
        candidates.add(down(message_ends[number - 1]))
        number *= 2
    grid = FIRST_GRID
    while grid <= down(length):
        candidates.add(grid)
        grid *= 2
    depths, last = [], 0
    for depth in sorted(candidates | landmarks):
        if depth < SHALLOWEST:
            continue
        if depth in landmarks or depth - last > depth // SPACING:
            depths.append(depth)
            last = depth
    return depths


def vector(name, scope, segments, hint="", salt=SALT):
    key = scope_key(salt, scope)
    text, preamble_end, message_ends = canonical(segments)
    hashes = chain(key, text)
    if hint:
        family = hmac.new(key, b"hint:" + hint.encode(), hashlib.sha256).digest()[:16]
    else:
        head = text[: message_ends[0]] if message_ends else text
        family = link(key, hashes[len(head) // BLOCK], head[len(head) // BLOCK * BLOCK :])
    return {
        "name": name,
        "salt": salt.hex(),
        "scope": scope,
        "hint": hint,
        "segments": segments,
        "lengthBytes": len(text),
        "pool": hmac.new(key, b"pool", hashlib.sha256).hexdigest()[:16],
        "anchors": [
            {"depthBytes": d, "hash": hashes[d // BLOCK].hex()}
            for d in anchor_depths(len(text), preamble_end, message_ends)
        ],
        "tip": {"depthBytes": BLOCK * (len(hashes) - 1), "hash": hashes[-1].hex()},
        "family": family.hex(),
    }


def scope(model="default", adapter="", salt="", template=""):
    return {"model": model, "adapter": adapter, "cacheSalt": salt, "templateArguments": template}


def text(role, value):
    return {"role": role, "text": value}


def words(count, seed):
    state, out = seed, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        out.append("word%d" % (state // 65536 % 1000))
    return " ".join(out)


def conversation(turns):
    segments = [text("tools", words(60, 3)), text("system", words(150, 1))]
    for turn in range(turns):
        segments.append(text("user", words(30, 10 + turn)))
        segments.append(text("assistant", words(80, 50 + turn)))
    return segments


def main():
    # 0xFF "text" 0xFE and 0xFD take seven bytes.
    one_block = [text("text", "x" * (BLOCK - 7))]
    shared = [text("system", words(200, 7)), text("user", words(40, 8))]
    vectors = [
        vector("nothing", scope(), []),
        vector("short", scope(), [text("user", "hi")]),
        vector("exactly one block", scope(), one_block),
        vector("one byte less than a block", scope(), [text("text", "x" * (BLOCK - 8))]),
        vector("instructions only", scope(), [text("system", words(200, 7))]),
        vector("system and user", scope(), shared),
        vector("another model", scope(model="other"), shared),
        vector("an adapter", scope(adapter="lora-1"), shared),
        vector("a tenant", scope(salt="tenant-1"), shared),
        vector("template arguments", scope(template='{"thinking":true}'), shared),
        vector("fields do not run together", scope(model="de", adapter="fault"), shared),
        vector("another secret", scope(), shared, salt=bytes(range(100, 116))),
        vector("a placement hint", scope(), shared, hint="session-42"),
        vector("not ASCII", scope(), [text("system", "Grüße, 世界 👋 " * 60), text("user", "é")]),
        vector("token ids", scope(), [{"tokens": [i * 37 % 128256 for i in range(700)]}]),
        vector("the greatest token id", scope(), [{"tokens": [2**31 - 1, 0, 253, 65023]}]),
        vector("a conversation", scope(), conversation(9)),
        vector("long text", scope(), [text("text", words(9000, 5))]),
    ]
    json.dump(vectors, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


main()
