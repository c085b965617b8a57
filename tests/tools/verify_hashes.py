"""Ed25519 (RFC 8032) and Merkle trees (RFC 6962) in Python's standard library, for verify_bundle.py beside this file."""

import hashlib


class Refused(Exception):
    """Something does not hold."""


def need(condition, why):
    if not condition:
        raise Refused(why)


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


# Ed25519, verification only. Slow, but a bundle has only a few signatures.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - x2) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decompress(data):
    y = int.from_bytes(data, "little")
    x = recover_x(y & ((1 << 255) - 1), y >> 255)
    if x is None:
        return None
    y &= (1 << 255) - 1
    return (x, y, 1, x * y % P)


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def ed25519_verify(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    h = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(h, "little") % ORDER
    return equal(times(s, BASE), add(r, times(k, a)))


# Merkle tree.


def leaf_hash(entry):
    return sha256(b"\x00", entry)


def node_hash(left, right):
    return sha256(b"\x01", left, right)


class Tree:
    """Grows leaf by leaf and keeps the roots of its perfect subtrees as (height, hash)."""

    def __init__(self):
        self.size = 0
        self.parts = []

    def add(self, entry):
        height, node = 0, leaf_hash(entry)
        while self.parts and self.parts[-1][0] == height:
            node = node_hash(self.parts.pop()[1], node)
            height += 1
        self.parts.append((height, node))
        self.size += 1

    def root(self):
        if not self.parts:
            return sha256()
        node = self.parts[-1][1]
        for _, left in reversed(self.parts[:-1]):
            node = node_hash(left, node)
        return node


def inclusion_root(index, size, leaf, proof):
    """RFC 9162, 2.1.3.2."""
    need(index < size, "the event is not in a tree of that size")
    fn, sn, node = index, size - 1, leaf
    for other in proof:
        need(sn > 0, "the proof is too long")
        if fn & 1 or fn == sn:
            node = node_hash(other, node)
            while fn & 1 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            node = node_hash(node, other)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0, "the proof is too short")
    return node


def consistency_roots(first, second, first_root, proof):
    """RFC 9162, 2.1.4.2: the roots of both trees, computed from the proof."""
    need(0 < first <= second, "the sizes are in no order")
    if first == second:
        need(not proof, "the proof is too long")
        return first_root, first_root
    path = list(proof)
    if first & (first - 1) == 0:
        path.insert(0, first_root)
    need(path, "the proof is too short")
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    old = new = path[0]
    for other in path[1:]:
        need(sn > 0, "the proof is too long")
        if fn & 1 or fn == sn:
            old, new = node_hash(other, old), node_hash(other, new)
            while fn & 1 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            new = node_hash(new, other)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0, "the proof is too short")
    return old, new
