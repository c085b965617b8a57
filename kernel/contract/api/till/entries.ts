import * as z from "zod/mini";

import { storable } from "#kernel/contract/api/fields.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { AlsoOversell, ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { TillNumber } from "#kernel/contract/api/till/tills.ts";
import { CustomerId, ProductId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { Currency, MAX_QUANTITY, MinorAmount } from "#kernel/contract/money.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";

/** The header of a request that a till signs: r and s of ECDSA P-256 with SHA-256, 64 bytes, base64. */
export const TILL_SIGNATURE = "till-signature";

/** The bytes that a till signs: this text in UTF-8, then the body as it is sent. */
export const signedHead = (method: string, path: string): string => `${method} ${path}\n`;

export const ENTRIES_PATH = "/api/v1/till/entries";
export const MOST_ENTRIES = 100;
/** Bytes of a request once it is unpacked. */
export const MOST_ENTRY_BYTES = 512 * 1024;

const given = (max: number) => z.string().check(z.maxLength(max), storable);
const Whole = z.int().check(z.gte(0));
/** In pesewas. Nothing of a sale is negative: money that a customer gets back is a refund. */
const Amount = MinorAmount.check(z.gte(0));
/** Read models keep it as a 32-bit integer. */
const ReceiptNumber = z.int().check(z.gte(1), z.lte(2_147_483_647));

const PlainLine = z.strictObject({
  productId: ProductId,
  name: given(200),
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
  listPriceMinor: Amount,
  unitPriceMinor: Amount,
  discountMinor: Amount,
  taxMinor: Amount,
  totalMinor: Amount,
  /** The quantity counts parts of the sale unit; the price is for this many parts. */
  perUnit: z.optional(z.int().check(z.gte(1), z.lte(MAX_QUANTITY))),
});

const OpenLine = z.extend(PlainLine, {
  /** An amount without a product, under the tenant's reserved id. */
  open: z.optional(z.literal(true)),
});

const EntryLine = z
  .extend(OpenLine, {
    /** Sold without tax, as the till knew the product. */
    taxCategory: z.optional(UntaxedCategory),
  })
  .check(z.refine(({ open, taxCategory }) => open === undefined || taxCategory === undefined));
export type EntryLine = z.infer<typeof EntryLine>;

const EntryTender = z.strictObject({
  method: PaymentMethod,
  amountMinor: Amount,
  /** The cash handed over. */
  givenMinor: z.optional(Amount),
  reference: z.optional(given(100)),
});

const saleOf = <Line extends z.ZodMiniType>(line: Line) =>
  z.strictObject({
    receiptNumber: ReceiptNumber,
    businessDate: z.iso.date(),
    currency: Currency,
    lines: z.array(line).check(z.minLength(1), z.maxLength(200)),
    tenders: z.array(EntryTender).check(z.minLength(1), z.maxLength(20)),
    tax: z.strictObject({ mode: z.enum(["inclusive", "exclusive"]), rateBp: Whole }),
    totalMinor: Amount,
    taxMinor: Amount,
    customer: z.optional(z.strictObject({ id: CustomerId, name: given(401) })),
    notes: z.optional(given(2_000)),
  });

const token = { receiptTokenSha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))) };

/**
 * Version 3 of the body of a sale: the sale as the till decided it and printed it, perhaps with the
 * hash of the token that opens its receipt, see `ReceiptLinkRequest`.
 */
export const SaleEntryBody = z.extend(saleOf(EntryLine), token);
export type SaleEntryBody = z.infer<typeof SaleEntryBody>;

/** More than any till makes, so that the number after the last entry is always one, too. */
const EntrySeq = z.int().check(z.gte(1), z.lte(2_147_483_647));

/** Version 1 of the body of `lost`: the till cannot produce the entries from its own seq to `to`. */
export const LostEntryBody = z.strictObject({ to: EntrySeq });

/** What a body of each kind and version is, permanently: a till may send one written long ago. */
export const ENTRY_BODIES = {
  /**
   * Version 1 knows no amounts without a product and no tokens, version 2 no lines without tax, so tills
   * write the oldest that a sale fits into.
   */
  sale: { 1: saleOf(PlainLine), 2: z.extend(saleOf(OpenLine), token), 3: SaleEntryBody },
  lost: { 1: LostEntryBody },
} as const;

/** A UUID of version 8, laid out like one of version 7: its first 48 bits are ms since 1970. */
const EntryId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/**
 * Another person than the one who sold approved something. `server`: with `approvalId`, by the server
 * before the sale. `offline`: by their PIN on the till, which the server hears of now.
 */
export const EntryApproval = z.object({
  by: UserId,
  how: z.enum(["server", "offline"]),
  approvalId: z.optional(z.uuid().check(z.toLowerCase())),
  what: ApprovedAct,
  oversell: AlsoOversell,
});
export type EntryApproval = z.infer<typeof EntryApproval>;

/**
 * A fact that arose at a till. `at` is in ms, by the till's corrected clock: it is negative if that is
 * before 1970, which must not keep a till from sending. `basis` is the position
 * of the data that it was decided on. `salt` is random, so that its hash tells nothing. The body is
 * read by kind and version: a wrong one is set aside and does not stop the others.
 */
export const Entry = z.object({
  id: EntryId,
  seq: EntrySeq,
  v: z.int().check(z.gte(1)),
  salt: given(64),
  kind: given(40),
  body: z.unknown(),
  at: z.int(),
  basis: Whole,
  person: UserId,
  approval: z.optional(EntryApproval),
});
export type Entry = z.infer<typeof Entry>;

/** A position of the tenant's log and the chain hash there, in hex. */
const LogPosition = z.object({ seq: Whole, chain: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });
export type LogPosition = z.infer<typeof LogPosition>;

/**
 * Without entries it only says that the till is there. `told_seq` is the last entry that it has made.
 * There is no session, so the request names the tenant; its signature proves the till.
 */
export const EntriesRequest = z.strictObject({
  tenant: TenantId,
  till: TillNumber,
  entries: z.array(Entry).check(z.maxLength(MOST_ENTRIES)),
  told_seq: Whole,
  /** The end of the log in the last answer that the till got. */
  log: z.optional(LogPosition),
});
export type EntriesRequest = z.infer<typeof EntriesRequest>;

/** Why an entry was set aside: a code. */
export const EntryResult = z.object({
  id: z.string(),
  state: z.enum(["accepted", "already", "aside"]),
  reason: z.optional(z.string()),
});
export type EntryResult = z.infer<typeof EntryResult>;

export const EntriesAnswer = z.object({
  /** The seq that the server expects next. */
  next: z.int(),
  /** The server's clock in ms. */
  now: z.int(),
  state: z.enum(["active", "waiting", "revoked"]),
  /** The end of the tenant's log after these entries. */
  log: LogPosition,
  /** Whether the server's log at the position that the till sent has the chain hash that it sent. */
  log_known: z.boolean(),
  /** An entry has a number that another one had: this profile was copied or restored. */
  copied: z.boolean(),
  results: z.array(EntryResult),
});
export type EntriesAnswer = z.infer<typeof EntriesAnswer>;

/** Asked when Charge opens; writes nothing. */
export const CheckRequest = z.strictObject({
  tenant: TenantId,
  till: TillNumber,
  lines: z
    .array(
      z.strictObject({
        productId: ProductId,
        quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
        listPriceMinor: Amount,
      }),
    )
    .check(z.minLength(1), z.maxLength(200)),
});
export type CheckRequest = z.infer<typeof CheckRequest>;

export const CheckFinding = z.object({
  productId: z.string(),
  what: z.enum(["short", "archived", "price", "unknown"]),
  /** For `short`: what is in stock, in base units. */
  onHand: z.optional(z.int()),
  /** For `price`: today's price in pesewas. */
  priceMinor: z.optional(z.int()),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

export const CheckAnswer = z.object({
  /** Whether the tenant's rule is that a sale above the stock is refused. */
  blocks: z.boolean(),
  findings: z.array(CheckFinding),
});
export type CheckAnswer = z.infer<typeof CheckAnswer>;
