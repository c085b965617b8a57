import { hash } from "node:crypto";

// The Merkle tree of RFC 6962. Appending never changes earlier hashes.

const HASH_BYTES = 32;
const LEAF = Buffer.alloc(1 + HASH_BYTES);
const NODE = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** Returning a binary string instead of a buffer from the hash halves the time. */
const sha256 = (bytes: Uint8Array): Buffer =>
  Buffer.from(hash("sha256", bytes, "binary"), "latin1");

export const EMPTY_ROOT: Buffer = sha256(Buffer.alloc(0));

/** One shared buffer: nothing runs between filling and hashing it. */
export function leafHash(entry: Uint8Array): Buffer {
  if (entry.length !== HASH_BYTES) {
    return sha256(Buffer.concat([LEAF.subarray(0, 1), entry]));
  }
  LEAF.set(entry, 1);
  return sha256(LEAF);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  NODE.set(left, 1);
  NODE.set(right, 1 + HASH_BYTES);
  return sha256(NODE);
}

/**
 * The roots of the perfect trees that a tree consists of, the largest first: enough to append to
 * it.
 */
export type Frontier = { size: number; readonly peaks: Buffer[] };

export const emptyFrontier = (): Frontier => ({ size: 0, peaks: [] });

/** A tree has one perfect tree for each set bit of its size; anything else is no frontier. */
export function frontierOf(size: number, peaks: readonly Uint8Array[]): Frontier | undefined {
  const isWhole = peaks.every((peak) => peak.length === HASH_BYTES);
  if (!isWhole || bitsSet(size) !== peaks.length) return undefined;
  return { size, peaks: peaks.map((peak) => Buffer.from(peak)) };
}

function bitsSet(size: number): number {
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}

export function grow(frontier: Frontier, entry: Uint8Array): void {
  growHashed(frontier, leafHash(entry));
}

/** Appends an entry that is already hashed to a tree leaf. */
export function growHashed(frontier: Frontier, leaf: Buffer): void {
  let node = leaf;
  for (let rest = frontier.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = frontier.peaks.pop();
    if (left) node = nodeHash(left, node);
  }
  frontier.peaks.push(node);
  frontier.size += 1;
}

export function rootOf({ peaks }: Frontier): Buffer {
  const last = peaks.at(-1);
  if (!last) return EMPTY_ROOT;
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** Entries from `from` up to, but not including, `to`; the first is 0. */
export type Range = readonly [from: number, to: number];

/**
 * The parts of the tree whose roots prove that the entry at `index` is in it, in the order of the
 * proof.
 */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + leftSize(to - from);
    if (index < middle) {
      ranges.push([middle, to]);
      to = middle;
    } else {
      ranges.push([from, middle]);
      from = middle;
    }
  }
  return ranges.toReversed();
}

/**
 * The parts whose roots prove that the tree of `first` entries is the beginning of the tree of
 * `second`.
 */
export function consistencyRanges(first: number, second: number): Range[] {
  const ranges: Range[] = [];
  let [from, to] = [0, second];
  while (first !== to) {
    const middle = from + leftSize(to - from);
    if (first <= middle) {
      ranges.push([middle, to]);
      to = middle;
    } else {
      ranges.push([from, middle]);
      from = middle;
    }
  }
  // If the smaller tree is perfect, the reader already has its root.
  return from === 0 ? ranges.toReversed() : [[from, to] as const, ...ranges.toReversed()];
}

/** The largest power of two below `size`. */
function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** Computes the roots of some parts of a tree in one pass over its entries. */
export async function rootsOfRanges(
  ranges: readonly Range[],
  entries: AsyncIterable<Uint8Array>,
): Promise<Buffer[]> {
  const parts = ranges.map((range) => ({ range, frontier: emptyFrontier() }));
  const inOrder = parts.toSorted((a, b) => a.range[0] - b.range[0]);
  let index = 0;
  let part = inOrder.shift();
  for await (const entry of entries) {
    while (part && index >= part.range[1]) part = inOrder.shift();
    if (!part) break;
    if (index >= part.range[0]) grow(part.frontier, entry);
    index += 1;
  }
  return parts.map(({ frontier }) => rootOf(frontier));
}

export type Inclusion = Readonly<{
  index: number;
  size: number;
  leaf: Uint8Array;
  proof: readonly Uint8Array[];
}>;

/**
 * The root that follows from a leaf and its proof; undefined if the proof does not fit the place.
 */
export function rootOfInclusion({ index, size, leaf, proof }: Inclusion): Buffer | undefined {
  const ranges = index < size ? inclusionRanges(index, size) : [];
  if (index >= size || ranges.length !== proof.length) return undefined;
  return ranges.reduce<Buffer>((root, [from], step) => {
    const other = proof[step] ?? EMPTY_ROOT;
    return from > index ? nodeHash(root, other) : nodeHash(other, root);
  }, Buffer.from(leaf));
}

export type Consistency = Readonly<{
  first: number;
  second: number;
  firstRoot: Uint8Array;
  proof: readonly Uint8Array[];
}>;

/**
 * The root of the larger tree by a consistency proof; undefined if the smaller tree is not its
 * beginning.
 */
export function rootOfConsistency(claim: Consistency): Buffer | undefined {
  const { first, second, firstRoot, proof } = claim;
  if (first < 1 || first > second) return undefined;
  const ranges = consistencyRanges(first, second);
  if (ranges.length !== proof.length) return undefined;
  const steps = proof.map((root, index) => ({ root, from: ranges[index]?.[0] ?? 0 }));
  // If the smaller tree is not perfect, the proof begins with the root of its last part.
  const start = steps[0] && steps[0].from < first ? steps.shift()?.root : firstRoot;
  const climb = (root: Buffer, step: Step): Buffer =>
    step.from < first ? nodeHash(step.root, root) : nodeHash(root, step.root);
  const begin = Buffer.from(start ?? firstRoot);
  const smaller = steps.filter(({ from }) => from < first).reduce(climb, begin);
  return smaller.equals(firstRoot) ? steps.reduce(climb, begin) : undefined;
}

type Step = Readonly<{ root: Uint8Array; from: number }>;
