import * as z from "zod/mini";

import { Plan } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";

import type { Head } from "./load.ts";

/** What commands need to know of their shop: the snapshot of the tenant's own stream. */
export const Shop = z.object({
  name: z.string(),
  plan: Plan,
  trialUntil: z.iso.date(),
  currency: Currency,
  timezone: z.string(),
  /** Hundredths of a percent, included in prices (R23); 0: not registered for tax. */
  taxRateBp: z._default(z.int(), 0),
});
export type Shop = z.infer<typeof Shop>;

export function toShop(head: Head | undefined): Shop {
  if (!head || head.state === undefined) {
    throw new InvariantError("a tenant has no stream of its own");
  }
  return Shop.parse(head.state);
}

const PRODUCT_LIMIT: Readonly<Record<Plan, number | undefined>> = {
  basic: 100,
  premium: 1000,
  enterprise: undefined,
};

/** How many products the shop may add to (R17); none while it tries the product out. */
export const productLimit = (shop: Shop, today: string): number | undefined =>
  today <= shop.trialUntil ? undefined : PRODUCT_LIMIT[shop.plan];

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The local day of a moment, YYYY-MM-DD. */
export function localDate(ms: number, timeZone: string): string {
  const known = calendars.get(timeZone);
  const calendar =
    known ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  if (!known) calendars.set(timeZone, calendar);
  return calendar.format(ms);
}
