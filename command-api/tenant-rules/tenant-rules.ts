import * as z from "zod/mini";

import type { Head } from "#command-api/event-store/load.ts";
import { OversellPolicy, Plan } from "#kernel/contract/choices.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import { PLANS } from "#kernel/contract/plans.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

const Registered = z.object({
  name: z.string(),
  plan: Plan,
  trialUntil: z.iso.date(),
  currency: Currency,
  timezone: z.string(),
});

/** What its owner has set instead of what it was registered with. */
const Changed = z.object({
  businessName: z.optional(z.string()),
  currency: z.optional(Currency),
  timezone: z.optional(z.string()),
  taxRateBp: z._default(z.int(), DEFAULT_BUSINESS.taxRateBp),
  oversellPolicy: z._default(OversellPolicy, DEFAULT_BUSINESS.oversellPolicy),
});

/** What commands need to know of their shop. */
export type Shop = Readonly<
  z.infer<typeof Registered> & {
    /** Hundredths of a percent, included in prices (R23); 0: not registered for tax. */
    taxRateBp: number;
    /** What a sale does that is short of stock (R24). */
    oversellPolicy: OversellPolicy;
  }
>;

/** A stream of its own: a change of plan does not make an open settings form stale. */
export const businessSettingsStream = (tenantId: TenantId): StreamId =>
  StreamId.parse(derivedId(tenantId, "business-settings"));

/** The two streams a shop is read from, in the order that `toShop` takes their heads. */
export const shopStreams = (tenantId: TenantId): readonly [StreamId, StreamId] => [
  StreamId.parse(tenantId),
  businessSettingsStream(tenantId),
];

/** `settings` has no state where nobody has changed them yet. */
export function toShop(tenant: Head | undefined, settings: Head | undefined): Shop {
  if (!tenant || tenant.state === undefined) {
    throw new InvariantError("a tenant has no stream of its own");
  }
  const registered = Registered.parse(tenant.state);
  const {
    businessName: name = registered.name,
    currency = registered.currency,
    timezone = registered.timezone,
    ...rules
  } = Changed.parse(settings?.state ?? {});
  return { ...registered, name, currency, timezone, ...rules };
}

/** How many products the shop may add to (R17); none while it tries the product out. */
export const productLimit = (shop: Shop, today: string): number | undefined =>
  today <= shop.trialUntil ? undefined : PLANS[shop.plan].products;

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
