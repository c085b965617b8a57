import { createSecretKey } from "node:crypto";

import { describe, expect, test } from "vitest";

import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import type { EntryTime } from "#command-api/till/entries/believed-time.ts";
import {
  type DatedEntry,
  decideEntries,
  type EntryFacts,
} from "#command-api/till/entries/decide-entries.ts";
import type { EntryDecision } from "#command-api/till/entries/entry-decision.ts";
import { createMovingHeads } from "#command-api/till/entries/moving-heads.ts";
import { entryKind, readEntry } from "#command-api/till/entries/read-entry.ts";
import { tillStream } from "#command-api/till/till.ts";
import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { StreamId } from "#kernel/contract/ids.ts";
import { ErasedSubjectError, type Sealer } from "#kernel/node/crypto/seal.ts";
import { derivedId, memberStream } from "#kernel/node/ids.ts";
import { customerId, productId, userId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

const TENANT = tenant(1);
const TILL = 4;
const [AMA, KOFI] = [userId(1), userId(2)];
const DEVICE = "018f0f00-0000-5000-8000-0000000000de";
const MILO = productId(1);
const [KNOWN, ERASED] = [customerId(1), customerId(2)];

/** Shows under whose key a text is sealed, and the text. */
const sealer: Sealer = {
  seal: (_tenantId, subjectId, plain) =>
    Promise.resolve(
      Sealed.parse(`sealed:v1:${subjectId}:${Buffer.from(plain).toString("base64")}`),
    ),
  open: () => Promise.resolve(undefined),
};
const sealed = (subject: string, body: unknown): string =>
  `sealed:v1:${subject}:${Buffer.from(JSON.stringify(body)).toString("base64")}`;

/** Takes stock by two events, unless the body names a reason to be set aside. */
const kinds = {
  take: entryKind<{ amount: number } | string>({
    parse: (_version, body) => {
      if (typeof body === "string") return body === "nonsense" ? "malformed" : body;
      return { amount: 1 };
    },
    streams: () => [MILO],
    decide: ({ body, headOf }): Promise<EntryDecision> => {
      if (typeof body === "string") return Promise.resolve({ aside: body });
      const { version } = headOf(MILO);
      return Promise.resolve({
        planned: [0, 1].map((more) => ({
          streamId: MILO,
          streamType: "product",
          expected: version + more,
          event: { type: "StockAdjusted", data: { productId: MILO, delta: -1 } },
          state: {},
        })),
        flags: ["old-price"],
      });
    },
  }),
};

const head = (streamType: string, state: unknown, version = 1): Head => ({
  version,
  onHand: undefined,
  state,
  streamType,
});
const HEADS: readonly (readonly [StreamId, Head])[] = [
  [TENANT, head("tenant", {})],
  [
    tillStream(TENANT, TILL),
    head("till", {
      status: "enrolled",
      till: TILL,
      deviceId: DEVICE,
      name: "Front",
      publicKey: "",
      active: true,
      revoked: false,
    }),
  ],
  [memberStream(AMA), head("member", { status: "active", role: "cashier" })],
  [memberStream(KOFI), NO_HEAD],
  [MILO, head("product", {}, 3)],
  [KNOWN, head("customer", { status: "unknown" })],
  [ERASED, head("customer", { status: "erased" })],
];

const facts = (over: Partial<EntryFacts> = {}): EntryFacts => ({
  identity: {
    tenantId: TENANT,
    till: TILL,
    deviceId: DEVICE,
    enrolledBy: AMA,
    enrolledMs: 0,
    key: createSecretKey(Buffer.alloc(32)),
  },
  isRevoked: false,
  lastSeq: 0,
  known: new Set(),
  heads: createMovingHeads(
    HEADS.map(([stream]) => stream),
    HEADS.map(([, one]) => one),
  ),
  suspendedMs: undefined,
  refused: new Map(),
  ...over,
});

const idOf = (n: number): string => `018f0f00-0000-8000-8000-${String(n).padStart(12, "0")}`;

function dated(seq: number, over: Partial<Entry & EntryTime> = {}): DatedEntry {
  const { occurredMs = 1000 * seq, claimedMs, ...more } = over;
  const entry: Entry = {
    id: idOf(seq),
    seq,
    v: 1,
    salt: "grain",
    kind: "take",
    body: {},
    at: occurredMs,
    basis: 77,
    person: AMA,
    ...more,
  };
  return {
    entry,
    read: readEntry(kinds, entry),
    time: { occurredMs, ...(claimedMs === undefined ? {} : { claimedMs }) },
  };
}

const read = { history: () => Promise.resolve([]) };

const decide = (entries: readonly DatedEntry[], over: Partial<EntryFacts> = {}) =>
  decideEntries({ sealer, read }, facts(over), entries);

/** What came of each entry, and how its first event moves the till's counter. */
async function outcomes(entries: readonly DatedEntry[], over: Partial<EntryFacts> = {}) {
  const { steps, stop } = await decide(entries, over);
  return [
    ...steps.map(({ result, command, isCopy }) => [
      result.state,
      ...(result.reason === undefined ? [] : [result.reason]),
      ...(isCopy ? ["copy"] : []),
      ...(command?.events[0]?.counters ?? []).map(({ before, delta }) => `${before}+${delta}`),
    ]),
    ...(stop === undefined ? [] : [[stop]]),
  ];
}

describe("the number of an entry", () => {
  test("is the one after the last: its first event moves the counter, and only that", async () => {
    expect(await outcomes([dated(1), dated(2), dated(3)])).toEqual([
      ["accepted", "0+1"],
      ["accepted", "1+1"],
      ["accepted", "2+1"],
    ]);
    const { steps } = await decide([dated(1)]);
    const [first, second] = steps[0]?.command?.events ?? [];
    expect(first?.counters).toEqual([{ name: "till:4", before: 0, delta: 1 }]);
    expect(second?.counters).toBeUndefined();
  });

  test("with a gap before it stops there, and those before are decided", async () => {
    expect(await outcomes([dated(6), dated(8), dated(9)], { lastSeq: 5 })).toEqual([
      ["accepted", "5+1"],
      ["gap"],
    ]);
    expect(await outcomes([dated(7)], { lastSeq: 5 })).toEqual([["gap"]]);
  });

  test("that arrived before is there already, by its id", async () => {
    const known = new Set([idOf(4), idOf(5)]);
    expect(await outcomes([dated(4), dated(5), dated(6)], { lastSeq: 5, known })).toEqual([
      ["already"],
      ["already"],
      ["accepted", "5+1"],
    ]);
  });

  test("that another entry has makes it a copy, which moves no counter", async () => {
    const copy = dated(5, { id: idOf(50) });
    expect(await outcomes([copy, dated(6), copy], { lastSeq: 5 })).toEqual([
      ["accepted", "copy"],
      ["accepted", "5+1"],
      ["already"],
    ]);
  });

  test("of lost entries is the last of them", async () => {
    const lost = dated(6, { kind: "lost", body: { to: 9 } });
    expect(await outcomes([lost, dated(10)], { lastSeq: 5 })).toEqual([
      ["accepted", "5+4"],
      ["accepted", "9+1"],
    ]);
    const { steps } = await decide([lost], { lastSeq: 5 });
    expect(steps[0]?.command?.events).toMatchObject([
      { type: "EntriesLost", data: JSON.stringify({ till: TILL, from: 6, to: 9 }) },
    ]);
  });
});

describe("an entry that cannot be applied", () => {
  test("is set aside with its reason, and the next ones follow", async () => {
    const entries = [
      dated(1, { body: "nonsense" }),
      dated(2, { body: "wrong-sums" }),
      dated(3, { kind: "lost", body: { to: 1 } }),
      dated(4),
    ];
    expect(await outcomes(entries)).toEqual([
      ["aside", "malformed", "0+1"],
      ["aside", "wrong-sums", "1+1"],
      ["aside", "malformed", "2+1"],
      ["accepted", "3+1"],
    ]);
    const { steps } = await decide(entries);
    expect(steps.map(({ command }) => command?.events[0]?.expected)).toEqual([1, 2, 3, 3]);
    expect(JSON.parse(steps[1]?.command?.events[0]?.data ?? "")).toEqual({
      till: TILL,
      entrySeq: 2,
      entryId: idOf(2),
      kind: "take",
      reason: "wrong-sums",
      body: sealed(idOf(2), "wrong-sums"),
    });
  });

  const bodyOf = async (body: unknown): Promise<unknown> => {
    const { steps } = await decide([dated(1, { kind: "lost", body })]);
    const { body: kept }: { body?: unknown } = JSON.parse(steps[0]?.command?.events[0]?.data ?? "");
    return kept;
  };

  test("is sealed with the key of the customer whom it names, and not kept of an erased one", async () => {
    const named = { customer: { id: KNOWN, name: "Ama" } };
    expect(await bodyOf(named)).toBe(sealed(KNOWN, named));
    expect(await bodyOf({ customer: { id: ERASED, name: "Ama" } })).toBeUndefined();
    expect(await bodyOf(undefined)).toBe(sealed(idOf(1), null));
  });

  test("TILL-150: keeps no body about a customer who has no key, because the server was restored", async () => {
    const restored: Sealer = {
      ...sealer,
      seal: (...sealing) =>
        sealing[1] === KNOWN ? Promise.reject(new ErasedSubjectError()) : sealer.seal(...sealing),
    };
    const named = dated(1, { kind: "lost", body: { customer: { id: KNOWN, name: "Ama" } } });
    const { steps } = await decideEntries({ sealer: restored, read }, facts(), [named, dated(2)]);
    expect(steps.map(({ result }) => result.state)).toEqual(["aside", "accepted"]);
    expect(JSON.parse(steps[0]?.command?.events[0]?.data ?? "")).not.toHaveProperty("body");
    const broken: Sealer = { ...sealer, seal: () => Promise.reject(new Error("no database")) };
    await expect(decideEntries({ sealer: broken, read }, facts(), [named])).rejects.toThrow(
      "no database",
    );
  });

  test("because the append refused it is set aside with that reason", async () => {
    const refused = new Map([[idOf(1), "stock-too-large"]]);
    expect(await outcomes([dated(1), dated(2)], { refused })).toEqual([
      ["aside", "stock-too-large", "0+1"],
      ["accepted", "1+1"],
    ]);
  });

  test("because its id is used is set aside under another key, and known by its id afterwards", async () => {
    const same = dated(2, { id: idOf(1) });
    const { steps } = await decide([dated(1), same]);
    expect(steps.map(({ result }) => result.reason)).toEqual([undefined, "id-used"]);
    expect(steps[1]?.command?.commandId).toBe(derivedId(idOf(1), "till:4:2"));
    const known = new Set([idOf(1)]);
    expect(await outcomes([same], { lastSeq: 1, known })).toEqual([["aside", "id-used", "1+1"]]);
    expect(await outcomes([same], { lastSeq: 2, known })).toEqual([["already"]]);
  });

  test("because its till was removed is set aside, but lost entries are counted", async () => {
    const lost = dated(2, { kind: "lost", body: { to: 3 } });
    expect(
      await outcomes([dated(1), lost, dated(4, { body: "nonsense" })], { isRevoked: true }),
    ).toEqual([
      ["aside", "till-revoked", "0+1"],
      ["accepted", "1+2"],
      ["aside", "till-revoked", "3+1"],
    ]);
  });
});

describe("an entry that waits", () => {
  test("is of a kind that the server does not know yet; known ones are told apart by their ids", async () => {
    const newer = dated(2, { kind: "shift-open" });
    expect(await outcomes([dated(1), newer, dated(3)])).toEqual([["accepted", "0+1"], ["newer"]]);
    expect(await outcomes([newer], { lastSeq: 2, known: new Set([idOf(2)]) })).toEqual([
      ["already"],
    ]);
    expect(await outcomes([newer], { isRevoked: true, lastSeq: 1 })).toEqual([["newer"]]);
  });

  test("is from after the suspension of its tenant; those before are appended as the platform's", async () => {
    const entries = [dated(1), dated(2), dated(3, { occurredMs: 2999 })];
    expect(await outcomes(entries, { suspendedMs: 2000 })).toEqual([
      ["accepted", "0+1"],
      ["suspended"],
    ]);
    const { steps } = await decide(entries, { suspendedMs: 2001 });
    expect(steps.map(({ command }) => command?.platform)).toEqual([true, true]);
    expect((await decide(entries)).steps[0]?.command?.platform).toBeUndefined();
  });
});

describe("the command of an entry", () => {
  const commandOf = async (entry: DatedEntry) => (await decide([entry])).steps[0]?.command;

  test("has its id, its person and its time, and a hash that no one can guess", async () => {
    const command = await commandOf(dated(1, { occurredMs: 4321 }));
    expect(command).toMatchObject({ tenantId: TENANT, commandId: idOf(1), actorId: AMA });
    expect(command?.events.map(({ occurredMs }) => occurredMs)).toEqual([4321, 4321]);
    expect(command?.requestHash).toHaveLength(32);
    const others = [await commandOf(dated(1)), await commandOf(dated(1, { salt: "another" }))];
    const hashes = new Set([command, ...others].map((one) => one?.requestHash.toString("hex")));
    expect(hashes.size).toBe(3);
  });

  test("says which device sent it, and what was odd", async () => {
    const meta = async (entry: DatedEntry): Promise<unknown> =>
      JSON.parse((await commandOf(entry))?.meta ?? "");
    expect(await meta(dated(1))).toEqual({
      source: "till",
      device: DEVICE,
      deviceSeq: 1,
      basis: 77,
      flags: ["old-price"],
    });
    const odd = dated(1, { occurredMs: 5, claimedMs: 999, person: KOFI });
    expect(await meta(odd)).toMatchObject({
      claimedMs: 999,
      flags: ["clock", "person-unproved", "old-price"],
    });
    const plain = dated(1, { kind: "lost", body: { to: 1 } });
    expect(await meta(plain)).not.toHaveProperty("flags");
  });
});
