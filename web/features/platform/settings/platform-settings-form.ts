import * as z from "zod/mini";

import { PriceInput } from "#kernel/contract/api/fields.ts";
import type { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import { minorOf, toDecimalText } from "#kernel/contract/money.ts";
import { typedAmount } from "#web/format/money.ts";

const Price = z.string().check(
  z.trim(),
  z.minLength(1, "Price is required"),
  z.refine((typed) => PriceInput.safeParse(typedAmount(typed)).success, "Enter a price like 12.50"),
);

/** Form inputs are always text; the contract validates them. */
export const PlatformSettingsForm = z.object({
  premium_price: Price,
  enterprise_price: Price,
  trial_days: z
    .string()
    .check(z.trim(), z.regex(/^0*([1-9]|[1-8]\d|90)$/, "Enter a whole number from 1 to 90")),
  maintenance_banner: z
    .string()
    .check(z.trim(), z.maxLength(500, "Must have at most 500 characters")),
});
export type TypedSettings = z.input<typeof PlatformSettingsForm>;

export const typedSettings = (settings: PlatformSettings): TypedSettings => ({
  premium_price: toDecimalText(minorOf(settings.premium_price)),
  enterprise_price: toDecimalText(minorOf(settings.enterprise_price)),
  trial_days: String(settings.trial_days),
  maintenance_banner: settings.maintenance_banner ?? "",
});

/** Request body; an empty banner clears it. */
export const toChanges = (typed: Readonly<Record<string, string | boolean>>) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, onWire(name, String(value).trim())]),
  );

function onWire(name: string, value: string): string | number | null {
  if (name === "trial_days") return Number(value);
  if (name === "maintenance_banner") return value === "" ? null : value;
  return typedAmount(value);
}
