import * as z from "zod/mini";

import type { Head } from "#command-api/event-store/load.ts";
import { OversellPolicy, Plan, TaxMode } from "#kernel/contract/choices.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import { PLANS } from "#kernel/contract/plans.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { remembering } from "#kernel/node/remember.ts";

const Registered = z.object({
  name: z.string(),
  plan: Plan,
  trialUntil: z.iso.date(),
  currency: Currency,
  timezone: z.string(),
  /** Absent: the business is older than the setting. */
  cashiersSeeTakings: z.optional(z.literal(false)),
});

/** Settings that replace what the tenant was registered with. */
const Changed = z.object({
  businessName: z.optional(z.string()),
  currency: z.optional(Currency),
  timezone: z.optional(z.string()),
  taxRateBp: z._default(z.int(), DEFAULT_BUSINESS.taxRateBp),
  taxMode: z._default(TaxMode, DEFAULT_BUSINESS.taxMode),
  oversellPolicy: z._default(OversellPolicy, DEFAULT_BUSINESS.oversellPolicy),
  offlineApprovalMinor: z._default(z.int(), DEFAULT_BUSINESS.offlineApprovalMinor),
  receiptLinks: z._default(z.boolean(), DEFAULT_BUSINESS.receiptLinks),
  discountLimitBp: z._default(z.int(), DEFAULT_BUSINESS.discountLimitBp),
});

/** The rules of a tenant that commands of several slices need. */
export type TenantRules = Readonly<
  z.infer<typeof Registered> & {
    /** Hundredths of a percent. 0: not registered for tax. */
    taxRateBp: number;
    /** How the screens and the tills take the prices; a request says it of its own sale. */
    taxMode: TaxMode;
    /** How to treat a sale that takes more than the stock. */
    oversellPolicy: OversellPolicy;
    /** The largest amount that a PIN approves without a network, in pesewas. */
    offlineApprovalMinor: number;
    /** Receipts may be shared as an address that anyone can open. */
    receiptLinks: boolean;
    /** The largest discount on a line by a person who may not change prices, in hundredths of a percent. */
    discountLimitBp: number;
  }
>;

/** A stream of its own: a change of plan does not make an open settings form stale. */
export const businessSettingsStream = remembering((tenantId: TenantId): StreamId =>
  StreamId.parse(derivedId(tenantId, "business-settings")),
);

/** The streams that `toTenantRules` reads, in the order of its parameters. */
export const tenantRulesStreams = (tenantId: TenantId): readonly [StreamId, StreamId] => [
  tenantId,
  businessSettingsStream(tenantId),
];

/** `settings` has no state until they are changed for the first time. */
export function toTenantRules(tenant: Head | undefined, settings: Head | undefined): TenantRules {
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

/** How many products the tenant may have by its plan. No limit during the trial. */
export const productLimit = (
  { plan, trialUntil }: TenantRules,
  today: string,
): number | undefined => (today <= trialUntil ? undefined : PLANS[plan].products);

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The local day of a moment in ms, as YYYY-MM-DD. */
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
