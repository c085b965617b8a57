import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { chainAfter, genesis, leafOf } from "#kernel/verify/hashes.ts";
import { stored, tenant } from "#tests/kit/builders/stored-event.ts";

const event = stored(tenant(1), 7);
const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

describe("a leaf", () => {
  test("covers every column, in one order, with the lengths of the texts in bytes", () => {
    const { data, meta, effects } = event;
    expect(data).toContain("₵ 😀");
    const expected = [
      "pos.leaf.v1",
      event.tenantId,
      7,
      event.streamId,
      1,
      "sale",
      "SaleRecorded",
      1,
      event.commandId,
      0,
      event.actorId,
      event.recordedMs,
      event.occurredMs,
      Buffer.byteLength(data),
      data,
      Buffer.byteLength(meta),
      meta,
      Buffer.byteLength(effects ?? ""),
      effects,
    ].join("|");
    expect(leafOf(event).toString("hex")).toBe(sha256(expected));
  });

  test("differs when anything differs", () => {
    const others = [
      { tenantId: tenant(2) },
      { seq: 8 },
      { streamId: stored(tenant(1), 8).streamId },
      { streamVersion: 2 },
      { streamType: "sales" },
      { type: "SaleVoided" },
      { schemaV: 2 },
      { commandId: stored(tenant(1), 8).commandId },
      { commandIx: 1 },
      { recordedMs: event.recordedMs + 1 },
      { occurredMs: event.occurredMs + 1 },
      { data: `${event.data} ` },
      { meta: `${event.meta} ` },
      { effects: null },
      // A bar moved from one text to the next.
      { data: `${event.data}|`, meta: event.meta.slice(1) },
    ];
    const leaves = [event, ...others.map((over) => ({ ...event, ...over }))].map((one) =>
      leafOf(one).toString("hex"),
    );
    expect(new Set(leaves).size).toBe(others.length + 1);
  });

  test("without effects ends in a length of 0", () =>
    expect(leafOf({ ...event, effects: null })).toEqual(leafOf({ ...event, effects: "" })));
});

describe("the chain", () => {
  test("starts from the tenant", () => {
    expect(genesis(tenant(1)).toString("hex")).toBe(sha256(`pos.genesis.v1|${tenant(1)}`));
    expect(genesis(tenant(1)).equals(genesis(tenant(2)))).toBe(false);
  });

  test("continues over the next leaf, in order", () => {
    const [start, one, two] = [genesis(tenant(1)), leafOf(event), leafOf({ ...event, seq: 8 })];
    const straight = chainAfter(chainAfter(start, one), two);
    expect(straight.equals(chainAfter(chainAfter(start, two), one))).toBe(false);
    expect(straight).toHaveLength(32);
  });
});
