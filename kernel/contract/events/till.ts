// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { change, Sealed } from "#kernel/contract/events/fields.ts";
import { because, changed, type Sentences } from "#kernel/contract/events/sentences.ts";
import { UserId } from "#kernel/contract/ids.ts";

/** The number of a till, which leads its receipt numbers: 1-2-57. 1 is the server's own register. */
const TillNumber = z.int().check(z.gte(2));

/** `deviceId` follows from the public key, an ECDSA P-256 key as SPKI in base64. */
const TillEnrolled = z.object({
  type: z.literal("TillEnrolled"),
  data: z.object({
    till: TillNumber,
    deviceId: z.uuid(),
    name: z.string(),
    publicKey: z.string(),
    /** False until an owner or manager approves it. */
    active: z.boolean(),
  }),
});

const TillChanged = z.object({
  type: z.literal("TillChanged"),
  data: z.object({
    till: TillNumber,
    changes: z.object({ name: change(z.string()), active: change(z.boolean()) }),
  }),
});

/**
 * `lastSeq` is the last entry that had arrived, `toldSeq` the last one that the till reported.
 * `reason` is a code; the first ones were free text.
 */
const TillRevoked = z.object({
  type: z.literal("TillRevoked"),
  data: z.object({
    till: TillNumber,
    lastSeq: z.int(),
    toldSeq: z.int(),
    reason: z.optional(z.string()),
  }),
});

/**
 * An entry that cannot be applied. Its body is sealed with the key of the customer named in it, or
 * of the entry; that of an erased customer is not kept.
 */
const EntrySetAside = z.object({
  type: z.literal("EntrySetAside"),
  data: z.object({
    till: TillNumber,
    entrySeq: z.int(),
    entryId: z.uuid(),
    kind: z.string(),
    reason: z.string(),
    body: z.optional(Sealed),
    /** The version of the body; 1 if it is left out. */
    v: z.optional(z.int()),
  }),
});

/**
 * What became of an entry that was set aside. If it is recorded, the events of the entry come before
 * this one in the same command, whose actor is the person at the till; `by` is who decided.
 */
const EntryResolved = z.object({
  type: z.literal("EntryResolved"),
  data: z.object({
    till: TillNumber,
    entryId: z.uuid(),
    as: z.enum(["recorded", "discarded"]),
    by: z.optional(UserId),
  }),
});

/** Entries that the till can no longer produce: `from` to `to`, both included. */
const EntriesLost = z.object({
  type: z.literal("EntriesLost"),
  data: z.object({ till: TillNumber, from: z.int(), to: z.int() }),
});

/**
 * A person signed in at this till for the first time, by password or PIN. The person who enrolled it
 * did so then and has no event of their own.
 */
const TillPersonAdded = z.object({
  type: z.literal("TillPersonAdded"),
  data: z.object({ till: TillNumber, userId: UserId }),
});

export const TillEvent = z.discriminatedUnion("type", [
  TillEnrolled,
  TillChanged,
  TillRevoked,
  EntrySetAside,
  EntryResolved,
  EntriesLost,
  TillPersonAdded,
]);
export type TillEvent = z.infer<typeof TillEvent>;

export const tillSentences: Sentences<TillEvent> = {
  TillEnrolled: ({ data: { till, name, active } }) =>
    `added till ${till}, ${name}${active ? "" : ", which waits for approval"}`,
  TillChanged: ({ data: { till, changes } }) =>
    changes.active && !changes.name
      ? `${changes.active.to ? "approved" : "paused"} till ${till}`
      : `changed till ${till}: ${changed(changes)}`,
  TillRevoked: ({ data: { till, lastSeq, toldSeq, reason } }) =>
    `removed till ${till}${missing(toldSeq - lastSeq)}${because(reason)}`,
  EntrySetAside: ({ data: { till, entrySeq, kind, reason } }) =>
    `set aside entry ${entrySeq} of till ${till} (${kind}): ${reason.replaceAll("-", " ")}`,
  EntryResolved: ({ data: { till, as, by } }, { personOf }) =>
    `${as} an entry of till ${till} that was set aside${by ? `, as ${personOf(by)} decided` : ""}`,
  EntriesLost: ({ data: { till, from, to } }) =>
    from === to
      ? `reported entry ${from} of till ${till} as lost`
      : `reported entries ${from} to ${to} of till ${till} as lost`,
  TillPersonAdded: ({ data: { till } }) => `used till ${till} for the first time`,
};

const missing = (entries: number): string =>
  entries > 0
    ? `, with ${entries} ${entries === 1 ? "entry" : "entries"} that had not arrived`
    : "";
