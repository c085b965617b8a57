#!/usr/bin/env python3
"""Verifies files of `npm run audit -- export` and `prove` as docs/audit.md describes them, with the standard library.

    verify_bundle.py FILE [--key VERIFIER_KEY]... [--note FILE]...

FILE is a bundle, a proof of an event or a consistency proof. `--key` names a public key that you trust, from a report
email or the public page; without one the keys used are printed for comparison. `--note` is a signed note that you kept;
the log must match it. Needs verify_hashes.py in the same folder.

Exit code 0: valid. 1: not valid. 2: could not be read.
"""

import argparse
import base64
import binascii
import hashlib
import json
import re
import sys

from verify_hashes import (
    Refused,
    Tree,
    consistency_roots,
    ed25519_verify,
    inclusion_root,
    leaf_hash,
    need,
    sha256,
)

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASH = 32


def unbase64(text, length, what):
    """The bytes of a canonical base64 text."""
    need(isinstance(text, str), f"{what} is no text")
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused(f"{what} is no base64") from None
    need(base64.b64encode(data).decode() == text, f"{what} is base64 in another spelling")
    need(length is None or len(data) == length, f"{what} has {len(data)} bytes")
    return data


# Signed notes and checkpoints (c2sp.org/signed-note, c2sp.org/tlog-checkpoint).


def key_hash(name, public):
    return sha256(name.encode() + b"\n\x01" + public)[:4]


def verifier_key(name, public):
    encoded = base64.b64encode(b"\x01" + public).decode()
    return f"{name}+{key_hash(name, public).hex()}+{encoded}"


def trusted_key(line):
    name, identity, encoded = line.strip().split("+", 2)
    data = unbase64(encoded, 33, "the key")
    need(data[0] == 1 and key_hash(name, data[1:]).hex() == identity, "the key is none")
    return data[1:]


class Checkpoint:
    """A parsed note. Its signature is verified separately, because not every one has to be."""

    FORM = re.compile(
        r"tillbook/([0-9a-f-]{36})\n([1-9][0-9]{0,15})\n([^\n]+)\nchain ([^\n]+)\nsigned ([1-9][0-9]{0,15})\n"
        r"previous ([^\n]+)\n"
    )
    SIGNATURE = re.compile(r"— (\S+) (\S+)\n")

    def __init__(self, note):
        need(isinstance(note, str), "a note is no text")
        text, empty_line, signature = note.rpartition("\n\n")
        form, by = self.FORM.fullmatch(text + "\n"), self.SIGNATURE.fullmatch(signature)
        need(empty_line and form and by, "a note has another form")
        self.note, self.text = note, text + "\n"
        self.tenant, self.size = form[1], int(form[2])
        self.root = unbase64(form[3], HASH, "the root of a note")
        self.chain = unbase64(form[4], HASH, "the chain of a note")
        self.signed_ms = int(form[5])
        self.previous = None if form[6] == "none" else unbase64(form[6], HASH, "a note's previous")
        self.name, signed = by[1], unbase64(by[2], 68, "a signature")
        self.key_hash, self.signature = signed[:4], signed[4:]
        need(self.name == f"tillbook/{self.tenant}", "a note is signed under another name")

    def signer(self, publics):
        return next((one for one in publics if key_hash(self.name, one) == self.key_hash), None)

    def verify(self, public):
        good = ed25519_verify(public, self.text.encode(), self.signature)
        need(good, f"the signature of checkpoint {self.size} does not hold")


# Events.

TEXTS = ("streamId", "streamType", "type", "commandId", "actorId", "data", "meta")
NUMBERS = ("seq", "streamVersion", "schemaV", "commandIx", "recordedMs", "occurredMs")
EVENT = {"kind", *TEXTS, *NUMBERS, "effects", "chain"}


def event_leaf(tenant, event):
    need(set(event) == EVENT, "an event has other fields")
    for name in TEXTS:
        need(isinstance(event[name], str), f"{name} of an event is no text")
    for name in NUMBERS:
        need(type(event[name]) is int, f"{name} of an event is no number")
    need(event["effects"] is None or isinstance(event["effects"], str), "effects are no text")
    head = "|".join(
        str(part)
        for part in (
            "pos.leaf.v1",
            tenant,
            event["seq"],
            event["streamId"],
            event["streamVersion"],
            event["streamType"],
            event["type"],
            event["schemaV"],
            event["commandId"],
            event["commandIx"],
            event["actorId"],
            event["recordedMs"],
            event["occurredMs"],
        )
    ).encode()
    for text in (event["data"], event["meta"], event["effects"] or ""):
        data = text.encode()
        head += b"|" + str(len(data)).encode() + b"|" + data
    return sha256(head)


def once(pairs):
    """Parsers disagree on duplicate names, so they are refused."""
    names = [name for name, _ in pairs]
    need(len(names) == len(set(names)), "a name occurs twice in one object")
    return dict(pairs)


def parse(line):
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=once)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise Refused("a line is no JSON") from None
    need(isinstance(value, dict), "a line is no object")
    return value


def fields(value, *names):
    need(set(value) == set(names), f"a line of kind {value.get('kind')!r} has other fields")
    return [value[name] for name in names]


class Lines:
    """The lines of a file in order, with a hash over those taken."""

    def __init__(self, file):
        self.file = file
        self.hash = hashlib.sha256()
        self.next = self.read()

    def read(self):
        line = self.file.readline()
        need(line == b"" or line.endswith(b"\n"), "the last line is cut off")
        return (line, parse(line)) if line else None

    def peek(self):
        return self.next[1].get("kind") if self.next else None

    def take(self, kind):
        need(self.peek() == kind, f"there should be a line of kind {kind!r}")
        line, value = self.next
        if kind != "manifest":
            self.hash.update(line)
        self.next = self.read()
        return value


def verify_bundle(file, kept):
    lines = Lines(file)
    _, form, tenant, size = fields(lines.take("bundle"), "kind", "format", "tenantId", "size")
    need(form == "tillbook-bundle-v1", "the format is another")
    need(isinstance(tenant, str) and UUID.fullmatch(tenant), "the tenant is none")
    need(type(size) is int and size > 0, "the size is none")

    checkpoints = []
    while lines.peek() == "checkpoint":
        checkpoint = Checkpoint(fields(lines.take("checkpoint"), "kind", "note")[1])
        need(checkpoint.tenant == tenant, "a checkpoint is of another tenant")
        before = checkpoints[-1] if checkpoints else None
        link = sha256(before.note.encode()) if before else None
        need(checkpoint.previous == link, f"checkpoint {checkpoint.size} does not follow the one before")
        need(not before or before.size < checkpoint.size, "the checkpoints are in no order")
        checkpoints.append(checkpoint)
    need(checkpoints and checkpoints[-1].size == size, "the last checkpoint is of another size")

    publics = []
    while lines.peek() == "key":
        _, identity, encoded = fields(lines.take("key"), "kind", "keyId", "publicKey")
        public = unbase64(encoded, 32, "a public key")
        need(identity == sha256(public).hex()[:16], "a key has another id")
        publics.append(public)
    verify_signatures(checkpoints, publics)

    asked = {note.size: note for note in kept}
    wanted = {checkpoint.size: checkpoint for checkpoint in checkpoints}
    tree, chain = Tree(), sha256(f"pos.genesis.v1|{tenant}".encode())
    while lines.peek() == "event":
        event = lines.take("event")
        leaf = event_leaf(tenant, event)
        need(event["seq"] == tree.size + 1, f"event {tree.size + 1} is missing")
        chain = sha256(chain, leaf)
        stored = unbase64(event["chain"], HASH, "a chain")
        need(chain == stored, f"event {event['seq']} is not what was recorded")
        tree.add(leaf)
        for note in filter(None, (wanted.get(tree.size), asked.get(tree.size))):
            need(tree.root() == note.root, f"events up to {tree.size} are not what was signed")
            need(chain == note.chain, f"the chain at {tree.size} is not what was signed")
    need(tree.size == size, f"event {tree.size + 1} is missing")
    for note in kept:
        need(note.tenant == tenant, "a note that you kept is of another tenant")
        need(note.size <= size, f"the bundle ends before the note that you kept, at {size}")

    manifest = lines.take("manifest")
    counts = fields(manifest, "kind", "checkpoints", "keys", "events", "sha256")[1:]
    need(counts[:3] == [len(checkpoints), len(publics), size], "the manifest counts otherwise")
    need(counts[3] == lines.hash.hexdigest(), "the manifest has another hash")
    need(lines.next is None, "there is something behind the manifest")
    return tenant, publics, f"{size} events, {len(checkpoints)} checkpoints"


def verify_signatures(checkpoints, publics):
    """Each note holds the hash of the one before it, so the last signature of each key covers the earlier ones."""
    last = {}
    for checkpoint in checkpoints:
        public = checkpoint.signer(publics)
        need(public is not None, f"checkpoint {checkpoint.size} is signed by a key that is not there")
        last[public] = checkpoint
    need(set(last) == set(publics) and len(last) == len(publics), "a key is there that signed nothing")
    for public, checkpoint in last.items():
        checkpoint.verify(public)


def proof_parts(text):
    head, _, rest = text.partition("\n\n")
    return head.split("\n"), Checkpoint(rest)


def verify_inclusion(text, publics):
    """c2sp.org/tlog-proof; proves that the event in its `extra` line is in the log."""
    (_, extra, index, *path), checkpoint = proof_parts(text)
    need(extra.startswith("extra ") and index.startswith("index "), "the proof has another form")
    line = unbase64(extra[6:], None, "the event")
    event = parse(line)
    need(line.endswith(b"\n") and event.get("kind") == "event", "the proof has no event")
    leaf = event_leaf(checkpoint.tenant, event)
    need(index[6:] == str(event["seq"] - 1), "the event has another place")
    proof = [unbase64(one, HASH, "a hash of the proof") for one in path]
    root = inclusion_root(event["seq"] - 1, checkpoint.size, leaf_hash(leaf), proof)
    need(root == checkpoint.root, "the event is not in what was signed")
    what = f"event {event['seq']} ({event['type']}) is one of the {checkpoint.size} that were signed"
    return checkpoint.tenant, signer_of(checkpoint, publics), what


def verify_consistency(text, publics, kept):
    """The request of c2sp.org/tlog-witness; the old note is one that the reader kept."""
    (first, *path), checkpoint = proof_parts(text)
    need(re.fullmatch(r"old [1-9][0-9]*", first), "the proof has another form")
    size = int(first[4:])
    old = next((note for note in kept if note.size == size), None)
    need(old is not None, f"name the note of size {size} that you kept: --note FILE")
    need(old.tenant == checkpoint.tenant, "the note that you kept is of another tenant")
    proof = [unbase64(one, HASH, "a hash of the proof") for one in path]
    roots = consistency_roots(size, checkpoint.size, old.root, proof)
    need(roots == (old.root, checkpoint.root), "what was signed then is not the beginning of this")
    what = f"the {size} events signed then are the first of the {checkpoint.size} signed now"
    return checkpoint.tenant, signer_of(checkpoint, publics), what


def signer_of(checkpoint, publics):
    """A proof contains no key; the reader names it."""
    need(publics, "name the public key: --key")
    public = checkpoint.signer(publics)
    need(public is not None, "it is signed by none of the keys that you named")
    checkpoint.verify(public)
    return [public]


def main():
    parser = argparse.ArgumentParser(add_help=True)
    parser.add_argument("file")
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--note", action="append", default=[])
    args = parser.parse_args()
    try:
        trusted = [trusted_key(line) for line in args.key]
        kept = []
        for path in args.note:
            with open(path, encoding="utf-8", newline="") as file:
                kept.append(Checkpoint(file.read()))
        with open(args.file, "rb") as file:
            start = file.read(8)
            file.seek(0)
            if start.startswith(b"{"):
                tenant, used, what = verify_bundle(file, kept)
            else:
                text = file.read().decode("utf-8")
                if text.startswith("c2sp.org/tlog-proof@v1\n"):
                    tenant, used, what = verify_inclusion(text, trusted)
                else:
                    tenant, used, what = verify_consistency(text, trusted, kept)
        for note in kept:
            public = note.signer(used) or note.signer(trusted)
            need(public is not None, "a note that you kept is signed by another key")
            note.verify(public)
        if trusted:
            need(all(one in trusted for one in used), "it is signed by a key that you did not name")
    except Refused as refusal:
        print(f"DOES NOT HOLD: {refusal}")
        return 1
    except (OSError, ValueError) as error:
        print(f"could not be read: {error}", file=sys.stderr)
        return 2
    print(f"holds: {what} of {tenant}")
    if not trusted:
        print("compare the keys with those in your mails, or name them with --key:")
        for public in used:
            print(verifier_key(f"tillbook/{tenant}", public))
    return 0


if __name__ == "__main__":
    sys.exit(main())
