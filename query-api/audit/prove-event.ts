import type { TenantId } from "#kernel/contract/ids.ts";
import { leafOf } from "#kernel/verify/hashes.ts";
import {
  emptyFrontier,
  grow,
  inclusionRanges,
  leafHash,
  type Range,
  rootOf,
  rootOfInclusion,
} from "#kernel/verify/merkle.ts";
import { openSignedHead } from "#kernel/verify/signed-head.ts";

import type { EventBody } from "./event.query.ts";

type Proof = Readonly<{ proof: readonly Buffer[]; holds: boolean }>;

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");

/**
 * Proves that the event is in the signed tree. The frontier of the signed head before it is known,
 * so only the leaves between the two are read.
 */
export function proveEvent(
  tenantId: TenantId,
  { row, checkpoint, previous, leaves, keys }: EventBody,
): Proof | undefined {
  if (!checkpoint) return undefined;
  const [index, size] = [row.event.seq - 1, checkpoint.treeSize];
  const known = { size: previous?.treeSize ?? 0, peaks: (previous?.frontier ?? []).map(bytes) };
  const behind = leaves.map(bytes);
  const proof = inclusionRanges(index, size).map((range) => rootOfPart(range, known, behind));
  const root = rootOfInclusion({ index, size, leaf: leafHash(leafOf(row.event)), proof });
  const signed = openSignedHead(checkpoint.note, tenantId, keys.map(bytes));
  const holds = signed?.treeSize === size && root !== undefined && signed.root.equals(root);
  return { proof, holds };
}

type Known = Readonly<{ size: number; peaks: readonly Buffer[] }>;

/**
 * The root of a part of the tree, which consists of perfect subtrees of the known frontier and
 * later leaves.
 */
function rootOfPart([from, to]: Range, known: Known, leaves: readonly Buffer[]): Buffer {
  const frontier = emptyFrontier();
  for (const { at, length, peak } of placesOf(known)) {
    if (at < from || at + length > to) continue;
    frontier.peaks.push(peak);
    frontier.size += length;
  }
  for (const leaf of leaves.slice(Math.max(from - known.size, 0), Math.max(to - known.size, 0))) {
    grow(frontier, leaf);
  }
  return rootOf(frontier);
}

/** Where each peak of a frontier begins, and how many leaves it covers. */
function placesOf({ size, peaks }: Known) {
  let at = 0;
  return peaks.map((peak) => {
    const length = 2 ** Math.floor(Math.log2(size - at));
    const place = { at, length, peak };
    at += length;
    return place;
  });
}
