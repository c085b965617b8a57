import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import {
  consistencyRanges,
  emptyFrontier,
  grow,
  rootOf,
  rootOfConsistency,
  rootsOfRanges,
} from "#kernel/verify/merkle.ts";
import { noteHash, openSignedHead } from "#kernel/verify/signed-head.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

import { MINUTE_MS, NOW_MS, openSealedLogs, OTHERS, OURS, type SealedLogs } from "./sealed-logs.ts";

let logs: SealedLogs;
beforeAll(async () => {
  logs = await openSealedLogs();
});
afterAll(() => logs.close());
afterEach(() => logs.restore());

const treeOf = (leaves: readonly Buffer[]): Buffer => {
  const frontier = emptyFrontier();
  for (const leaf of leaves) grow(frontier, leaf);
  return rootOf(frontier);
};

describe("a log that verifies", () => {
  test("is signed up to its head, each tenant's separately", async () => {
    expect([await logs.seal(OURS), await logs.seal(OTHERS)]).toEqual([
      { treeSize: 12 },
      { treeSize: 12 },
    ]);
    for (const [tenantId, other] of [
      [OURS, OTHERS],
      [OTHERS, OURS],
    ] as const) {
      const [row] = await logs.signedOf(tenantId);
      const signed = openSignedHead(row?.note ?? "", tenantId, logs.keys.publicKeys);
      const { chain } = await logs.headOf(tenantId);
      const root = treeOf(await logs.leavesOf(tenantId, 12));
      expect(signed).toEqual({
        tenantId,
        treeSize: 12,
        root,
        chain,
        signedMs: NOW_MS,
        previous: null,
        keyId: row?.key_id,
      });
      expect(row?.root).toEqual(root);
      expect(openSignedHead(row?.note ?? "", other, logs.keys.publicKeys)).toBeUndefined();
    }
  });

  test("is signed from the last signed head on, and each note names the previous one", async () => {
    await logs.seal();
    await logs.sell(7);
    logs.time.nowMs += MINUTE_MS;
    expect(await logs.seal()).toEqual({ treeSize: 19 });
    const [first, second] = await logs.signedOf();
    if (!first || !second) throw new Error("not signed twice");
    expect(second.root).toEqual(treeOf(await logs.leavesOf(OURS, 19)));
    expect(openSignedHead(second.note, OURS, logs.keys.publicKeys)).toMatchObject({
      previous: noteHash(first.note),
      signedMs: NOW_MS + MINUTE_MS,
    });

    async function* leaves() {
      yield* await logs.leavesOf(OURS, 19);
    }
    const proof = await rootsOfRanges(consistencyRanges(12, 19), leaves());
    const claim = { first: 12, second: 19, firstRoot: first.root, proof };
    expect(rootOfConsistency(claim)).toEqual(second.root);
  });

  test("is not signed twice at one size", async () => {
    await logs.seal();
    expect(await logs.seal()).toEqual({ treeSize: 12 });
    expect(await logs.signedOf()).toHaveLength(1);
  });

  test("is signed by a new key after a rotation, and old notes still verify", async () => {
    await logs.seal();
    await logs.sell(1);
    const next = madeSignedHeadKeys(logs.keys);
    expect(await logs.seal(OURS, next)).toEqual({ treeSize: 13 });
    const [first, second] = await logs.signedOf();
    expect(first?.key_id).not.toBe(second?.key_id);
    for (const row of [first, second]) {
      expect(openSignedHead(row?.note ?? "", OURS, next.publicKeys)?.keyId).toBe(row?.key_id);
    }
    expect(openSignedHead(second?.note ?? "", OURS, logs.keys.publicKeys)).toBeUndefined();
  });
});

describe("a log is due", () => {
  test("where it was never signed, and not again before five minutes are over", async () => {
    expect(await logs.due()).toEqual([OURS, OTHERS]);
    await logs.seal();
    expect(await logs.due()).toEqual([OTHERS]);
    await logs.sell(1);
    logs.time.nowMs += 5 * MINUTE_MS - 1;
    expect(await logs.due()).toEqual([OTHERS]);
    logs.time.nowMs += 1;
    expect(await logs.due()).toEqual([OURS, OTHERS]);
  });

  test("after so many events, or when the clock was set back", async () => {
    await logs.seal();
    await logs.seal(OTHERS);
    await logs.sell(2);
    expect(await logs.due()).toEqual([]);
    expect(await logs.due({ events: 2 })).toEqual([OURS, OTHERS]);
    expect(await logs.due({ events: 3 })).toEqual([]);
    expect(await logs.due({ nowMs: NOW_MS - 6 * MINUTE_MS })).toEqual([OURS, OTHERS]);
  });

  test("when it ends before the last signed head, or its head differs", async () => {
    await logs.seal();
    await logs.seal(OTHERS);
    await logs.query("update es.tenant_heads set seq = seq - 1 where tenant_id = $1", [OURS]);
    await logs.query("update es.tenant_heads set chain = 'x' where tenant_id = $1", [OTHERS]);
    expect(await logs.due()).toEqual([OURS, OTHERS]);
  });
});
