import * as z from "zod/mini";

import { TillSettings } from "#kernel/contract/api/till/changes.ts";
import { Entry, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { TillState } from "#kernel/contract/api/till/tills.ts";
import { Cart, Tender } from "#web/state/cart.ts";

// What a till keeps on this device. Rows are read by later versions of the app: add optional fields,
// never rename or remove one.

/** What the till is, and how far it has counted. */
export const TillRow = z.object({
  /** Raised with each new key. Entries are numbered within one. */
  generation: z.int(),
  /** SPKI in base64. */
  publicKey: z.string(),
  /** Absent until the server has given one. */
  number: z.optional(z.int()),
  name: z.string(),
  /** As the server said last; `new`: it has not been asked yet. */
  state: z.enum([...TillState.options, "new"]),
  /** Another profile has the same key. */
  isCopied: z.optional(z.boolean()),
  /** The server does not know the key: it was restored to a time before the enrolment. */
  isUnknown: z.optional(z.boolean()),
  /** It was removed, and everything that it had is delivered and deleted. */
  isWiped: z.optional(z.boolean()),
  /** The data may be from another history of the log, so they are downloaded again. */
  needsAll: z.optional(z.boolean()),
  nextSeq: z.int(),
  nextReceipt: z.int(),
  /** The end of the log in the last answer. */
  log: z.optional(z.object({ seq: z.int(), chain: z.string() })),
  /** The server's time less the clock of the device. */
  offsetMs: z.optional(z.number()),
  /** By the server's clock. */
  lastContactMs: z.optional(z.int()),
  /** Who made the last entry. */
  person: z.optional(z.string()),
});
export type TillRow = z.infer<typeof TillRow>;

export const OutboxRow = z.object({ generation: z.int(), entry: Entry });
export type OutboxRow = z.infer<typeof OutboxRow>;

const SaleEntry = z.extend(Entry, { kind: z.literal("sale"), body: SaleEntryBody });
export type SaleEntry = z.infer<typeof SaleEntry>;

export const SaleRow = z.object({
  generation: z.int(),
  entry: SaleEntry,
  receipt: z.string(),
  cart: Cart,
  parts: z.array(Tender),
  /** Opens the receipt. The server has only its hash. */
  token: z.optional(z.string()),
  state: z.enum(["to-send", "sent", "aside"]),
  reason: z.optional(z.string()),
  /** The end of the log in the answer to it: data of this position contain the sale. */
  logSeq: z.optional(z.int()),
});
export type SaleRow = z.infer<typeof SaleRow>;

/** What is known of the downloaded data beside their rows. */
export const DataRow = z.object({
  seq: z.int(),
  takenMs: z.int(),
  settings: TillSettings,
  /** The customers were deleted, so the next download is a whole one. */
  isPartial: z.optional(z.boolean()),
  /** An older build left out how products are taxed, so the next download is a whole one. */
  knowsTax: z.optional(z.boolean()),
});
export type DataRow = z.infer<typeof DataRow>;

/** The part of the database with the copies of receipts that this till handed out. */
export const COPIES_PART = "receipt-copies";
