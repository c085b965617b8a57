import { hash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  consistencyRanges,
  EMPTY_ROOT,
  emptyFrontier,
  frontierOf,
  grow,
  inclusionRanges,
  leafHash,
  nodeHash,
  rootOf,
  rootOfConsistency,
  rootOfInclusion,
  rootsOfRanges,
} from "#kernel/verify/merkle.ts";

// The tree that the implementations of Certificate Transparency test themselves with.
const ENTRIES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => Buffer.from(hex, "hex"));
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
const B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
const C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
const D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
const E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
const F = "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7";
const G = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";
const H = "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f";

const treeOf = (entries: readonly Buffer[]) => {
  const frontier = emptyFrontier();
  for (const entry of entries) grow(frontier, entry);
  return frontier;
};
const hexes = (hashes: readonly Buffer[]): string[] => hashes.map((one) => one.toString("hex"));

async function* each(entries: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* entries;
}

const inclusion = (entries: readonly Buffer[], index: number) =>
  rootsOfRanges(inclusionRanges(index, entries.length), each(entries));
const consistency = (entries: readonly Buffer[], first: number) =>
  rootsOfRanges(consistencyRanges(first, entries.length), each(entries));

describe("the vectors of Certificate Transparency", () => {
  test("roots of every size", () => {
    const roots = ROOTS.map((_, size) => rootOf(treeOf(ENTRIES.slice(0, size))));
    expect(hexes(roots)).toEqual(ROOTS);
    expect(EMPTY_ROOT.toString("hex")).toBe(ROOTS[0]);
  });

  test.each([
    [0, 1, []],
    [0, 8, [A, B, C]],
    [5, 8, [D, E, F]],
    [2, 3, [ROOTS[2]]],
    [1, 5, [ROOTS[1], B, D]],
  ])("that entry %i is in the tree of %i", async (index, size, expected) => {
    expect(hexes(await inclusion(ENTRIES.slice(0, size), index))).toEqual(expected);
  });

  test.each([
    [1, 1, []],
    [1, 8, [A, B, C]],
    [6, 8, [G, E, F]],
    [2, 5, [B, D]],
    [6, 7, [G, H, F]],
  ])("that the tree of %i is the beginning of the one of %i", async (first, size, expected) => {
    expect(hexes(await consistency(ENTRIES.slice(0, size), first))).toEqual(expected);
  });
});

/** As the RFC writes it, on the whole list. */
const plainRoot = (entries: readonly Buffer[]): Buffer => {
  const [only] = entries;
  if (!only) return EMPTY_ROOT;
  if (entries.length === 1) return leafHash(only);
  const left = 2 ** Math.floor(Math.log2(entries.length - 1));
  return nodeHash(plainRoot(entries.slice(0, left)), plainRoot(entries.slice(left)));
};

const entriesOf = (size: number, salt = 0): Buffer[] =>
  Array.from({ length: size }, (_, index) => hash("sha256", `${salt} ${index}`, "buffer"));
const sizes = fc.integer({ min: 1, max: 300 });
const sizeAndPlace = sizes.chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at % 32] = (copy[at % 32] ?? 0) ^ 1;
  return copy;
};

describe("of any tree", () => {
  test("the grown root is the one that the RFC defines", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        expect(rootOf(treeOf(entriesOf(size)))).toEqual(plainRoot(entriesOf(size)));
      }),
    );
  });

  test("it grows on from a frontier that was put away, and from no other", () => {
    fc.assert(
      fc.property(sizeAndPlace, ([size, kept]) => {
        const entries = entriesOf(size);
        const { peaks } = treeOf(entries.slice(0, kept));
        const again = frontierOf(kept, peaks);
        if (!again) throw new Error("no frontier");
        for (const entry of entries.slice(kept)) grow(again, entry);
        expect(rootOf(again)).toEqual(plainRoot(entries));
        expect(frontierOf(kept, [...peaks, EMPTY_ROOT])).toBeUndefined();
        expect(frontierOf(kept + 2 ** 20, peaks)).toBeUndefined();
      }),
    );
  });

  test("a proof of an entry leads to the root, and not with another entry, place, size or proof", async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndPlace, fc.nat(), async ([size, index], any) => {
        const entries = entriesOf(size);
        const root = rootOf(treeOf(entries));
        const proof = await inclusion(entries, index);
        const leaf = leafHash(entries[index] ?? EMPTY_ROOT);
        const found = (over: object) =>
          rootOfInclusion({ index, size, leaf, proof, ...over })?.equals(root) ?? false;
        expect(found({})).toBe(true);
        expect(found({ leaf: flipped(leaf, any) })).toBe(false);
        expect(found({ proof: [...proof, leaf] })).toBe(false);
        expect(found({ index: size })).toBe(false);
        if (size === 1) return;
        expect(found({ index: (index + 1 + (any % (size - 1))) % size })).toBe(false);
        expect(found({ proof: proof.slice(1) })).toBe(false);
        const at = any % proof.length;
        expect(found({ proof: proof.with(at, flipped(proof[at] ?? leaf, any)) })).toBe(false);
      }),
    );
  });

  test("a proof of a beginning leads from root to root, and not from another beginning", async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndPlace, fc.nat(), async ([size, place], any) => {
        const first = place + 1;
        const entries = entriesOf(size);
        const firstRoot = rootOf(treeOf(entries.slice(0, first)));
        const root = rootOf(treeOf(entries));
        const proof = await consistency(entries, first);
        const found = (over: object) =>
          rootOfConsistency({ first, second: size, firstRoot, proof, ...over })?.equals(root) ??
          false;
        expect(found({})).toBe(true);
        expect(found({ firstRoot: flipped(firstRoot, any) })).toBe(false);
        expect(found({ firstRoot: rootOf(treeOf(entriesOf(first, 1))) })).toBe(false);
        expect(found({ proof: [...proof, root] })).toBe(false);
        if (proof.length === 0) return;
        const at = any % proof.length;
        expect(found({ proof: proof.with(at, flipped(proof[at] ?? root, any)) })).toBe(false);
      }),
    );
  });

  test("no tree is the beginning of a smaller one, and the empty one needs no proof", () => {
    const claim = { firstRoot: EMPTY_ROOT, proof: [] };
    expect(rootOfConsistency({ first: 2, second: 1, ...claim })).toBeUndefined();
    expect(rootOfConsistency({ first: 0, second: 1, ...claim })).toBeUndefined();
  });
});
