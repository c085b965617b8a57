import * as z from "zod/mini";

import { SaleId, TenantId, UserId } from "#kernel/contract/ids.ts";

import { TillNumber } from "./tills.ts";

// A receipt that is printed or sent again is marked as a copy and counted. The original is not counted.

export const HandedOutBy = z.enum(["print", "whatsapp", "sms", "share", "email"]);
export type HandedOutBy = z.infer<typeof HandedOutBy>;

/** The number of the receipt that was handed out first. It is not marked, and not counted. */
export const ORIGINAL = 1;

/** The first copy is number 2. */
export const CopyNumber = z.int().check(z.gte(ORIGINAL + 1), z.lte(1_000));

/** The copy that a person signed in hands out. */
export const ReceiptCopyRequest = z.strictObject({ copy: CopyNumber, by: HandedOutBy });
export type ReceiptCopyRequest = z.infer<typeof ReceiptCopyRequest>;

export const ReceiptCopiesAnswer = z.object({
  /** How often the receipt was handed out after the original. */
  copies: z.int(),
});
export type ReceiptCopiesAnswer = z.infer<typeof ReceiptCopiesAnswer>;

export const TILL_COPIES_PATH = "/api/v1/till/receipt-copies";
export const MOST_COPIES_AT_ONCE = 20;

/** A copy that a till handed out, perhaps without a network. `at` is by the till's corrected clock. */
export const TillCopy = z.strictObject({
  /** The key of the command: sent again, it is counted once. */
  id: z.uuid(),
  sale: SaleId,
  copy: CopyNumber,
  by: HandedOutBy,
  person: UserId,
  at: z.int(),
});
export type TillCopy = z.infer<typeof TillCopy>;

/** Signed by the till, like its entries, so it needs no session. */
export const TillCopiesRequest = z.strictObject({
  tenant: TenantId,
  till: TillNumber,
  copies: z.array(TillCopy).check(z.minLength(1), z.maxLength(MOST_COPIES_AT_ONCE)),
});
export type TillCopiesRequest = z.infer<typeof TillCopiesRequest>;

export const TillCopiesAnswer = z.object({
  /** The ids that are settled. The others are sent again: their sale has not arrived yet. */
  settled: z.array(z.string()),
});
