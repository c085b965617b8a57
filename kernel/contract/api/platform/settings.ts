import * as z from "zod/mini";

import { PriceInput, storable } from "#kernel/contract/api/fields.ts";

const DAYS_MESSAGE = "Enter a whole number from 1 to 90";

/** Prices are per month, in cedis. */
export const PlatformSettings = z.object({
  premium_price: z.number(),
  enterprise_price: z.number(),
  trial_days: z.int(),
  maintenance_banner: z.nullable(z.string()),
  version: z.int(),
});
export type PlatformSettings = z.infer<typeof PlatformSettings>;

/** Public: for the pricing page and the banner. */
export const PublicSettings = z.omit(PlatformSettings, { version: true });
export type PublicSettings = z.infer<typeof PublicSettings>;

/** Absent means unchanged; null or an empty text removes the banner. */
export const ChangePlatformSettingsRequest = z
  .strictObject({
    premium_price: z.optional(PriceInput),
    enterprise_price: z.optional(PriceInput),
    trial_days: z.optional(
      z.int("Must be a whole number").check(z.gte(1, DAYS_MESSAGE), z.lte(90, DAYS_MESSAGE)),
    ),
    maintenance_banner: z.optional(
      z.pipe(
        z.nullable(
          z
            .string()
            .check(z.trim(), z.maxLength(500, "Must have at most 500 characters"), storable),
        ),
        z.transform((banner) => (banner === "" ? null : banner)),
      ),
    ),
  })
  .check(z.refine((settings) => Object.keys(settings).length > 0, "Send at least one setting"));
export type ChangePlatformSettingsRequest = z.infer<typeof ChangePlatformSettingsRequest>;
