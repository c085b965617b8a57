import * as z from "zod/mini";

import { somethingToChange, text } from "#kernel/contract/api/fields.ts";

export const TillName = text(40, "Enter a name for this till");

/** The number of a till. 1 is the server's own register, so tills begin at 2. */
export const TillNumber = z
  .int("Must be the number of a till")
  .check(z.gte(2, "Must be the number of a till"), z.lte(9_999, "Must be the number of a till"));

/** An ECDSA P-256 public key as SPKI in base64, which always has 91 bytes. */
const PublicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{120}[A-Za-z0-9+/]{2}==$/, "Not a key"));

export const EnrolTillRequest = z.strictObject({
  name: TillName,
  public_key: PublicKey,
  /** The number it had before a restore, which it gets back if it is free. */
  number: z.optional(TillNumber),
});
export type EnrolTillRequest = z.infer<typeof EnrolTillRequest>;

export const ChangeTillRequest = z
  .strictObject({ name: z.optional(TillName), active: z.optional(z.boolean()) })
  .check(somethingToChange);
export type ChangeTillRequest = z.infer<typeof ChangeTillRequest>;

/** Why a till is removed. */
export const TillRemoval = z.enum(["lost", "stolen", "broken", "replaced", "unused"]);
export type TillRemoval = z.infer<typeof TillRemoval>;

export const RevokeTillRequest = z.optional(
  z.nullable(z.strictObject({ reason: z.optional(TillRemoval) })),
);
export type RevokeTillRequest = z.infer<typeof RevokeTillRequest>;

export const TillState = z.enum(["active", "waiting", "revoked"]);
export type TillState = z.infer<typeof TillState>;

/** What enrolling answers. */
export const EnrolledTill = z.object({
  till: z.int(),
  device: z.string(),
  name: z.string(),
  state: TillState,
});
export type EnrolledTill = z.infer<typeof EnrolledTill>;

/** A till as the settings list it. Times are ISO-8601; null: never. */
export const TillItem = z.object({
  till: z.int(),
  device: z.string(),
  name: z.string(),
  state: TillState,
  enrolled_at: z.string(),
  enrolled_by: z.string(),
  last_contact_at: z.nullable(z.string()),
  /** Entries that the till reported and that have not arrived. */
  missing_entries: z.int(),
});
export type TillItem = z.infer<typeof TillItem>;
