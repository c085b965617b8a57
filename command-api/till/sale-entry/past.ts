import { member } from "#command-api/account-store/member.ts";
import type { ReadEvents } from "#command-api/event-store/read-events.ts";
import { type KnownProduct, type Product, product } from "#command-api/product/product.ts";
import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import { fold } from "#command-api/till/fold.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import type { EventType } from "#kernel/contract/event-types.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { BusinessSettingsChanged } from "#kernel/contract/events/settings.ts";
import type { ProductId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Currency } from "#kernel/contract/money.ts";
import { memberStream } from "#kernel/node/ids.ts";

import type { Known } from "./oddities.ts";

/** Without movements of stock and sign-ins, which are most of these streams. */
const TYPES = [
  "ProductAdded",
  "ProductDetailsChanged",
  "ProductRepriced",
  "ProductArchived",
  "ProductRestored",
  "StaffInvited",
  "StaffJoined",
  "StaffRoleChanged",
  "StaffRemoved",
  "BusinessSettingsChanged",
] as const satisfies readonly EventType[];

type PastSale = Readonly<{
  tenantId: TenantId;
  productIds: readonly ProductId[];
  person: UserId;
  /** When it took place, in ms. */
  atMs: number;
  /** The position of the data that it was made on. */
  basis: number;
}>;

/**
 * What was known when a sale took place. A till keeps the settings of its data until it has newer
 * data, so the tax rate and the limit of discounts are those at its position, and so is the tax
 * category of a product.
 */
export async function readPast(
  { history }: Pick<ReadEvents, "history">,
  { tenantId, productIds, person, atMs, basis }: PastSale,
): Promise<Known> {
  const [staff, settings] = [memberStream(person), businessSettingsStream(tenantId)];
  const stored = await history(tenantId, [...productIds, staff, settings], TYPES);
  const events = stored.map(parseStored);
  const then = events.filter(({ occurredMs }) => occurredMs <= atMs);
  const known = events.filter(({ seq }) => seq <= basis);
  const ofStream = (id: string, some = then) => some.filter(({ streamId }) => streamId === id);
  const membership = fold(member, ofStream(staff));
  return {
    productOf: (id) => {
      const state = fold(product, ofStream(id));
      if (state.status === "unknown") return undefined;
      return taxedAs(state, fold(product, ofStream(id, known)));
    },
    role: membership.status === "active" ? membership.role : undefined,
    taxRateBp: lastOf("taxRateBp", known),
    taxMode: lastOf("taxMode", known),
    discountLimitBp: lastOf("discountLimitBp", known),
  };
}

/** A product that is newer than the data of the till came to it with a later download. */
function taxedAs(state: KnownProduct, known: Product): KnownProduct {
  if (known.status === "unknown") return state;
  const { taxCategory: _, ...others } = state;
  return known.taxCategory ? { ...others, taxCategory: known.taxCategory } : others;
}

type Position = Readonly<{ tenantId: TenantId; basis: number; today: Currency }>;

/** The currency of the shop at a position of its log: the one that the first later change replaced. */
export async function currencyAt(
  { history }: Pick<ReadEvents, "history">,
  { tenantId, basis, today }: Position,
): Promise<Currency> {
  const stored = await history(
    tenantId,
    [businessSettingsStream(tenantId)],
    ["BusinessSettingsChanged"],
  );
  const [first] = stored
    .filter(({ seq }) => seq > basis)
    .map(parseStored)
    .flatMap((event) =>
      event.type === "BusinessSettingsChanged" ? (event.data.changes.currency ?? []) : [],
    );
  return first?.from ?? today;
}

type Setting = "taxRateBp" | "taxMode" | "discountLimitBp";
type Changes = BusinessSettingsChanged["data"]["changes"];
type ValueOf<Name extends Setting> = NonNullable<Changes[Name]>["to"];

function lastOf<Name extends Setting>(
  name: Name,
  events: readonly RecordedEvent[],
): ValueOf<Name> | (typeof DEFAULT_BUSINESS)[Name] {
  const set = events.flatMap((event): ValueOf<Name>[] => {
    const change = event.type === "BusinessSettingsChanged" ? event.data.changes[name] : undefined;
    return change === undefined ? [] : [change.to];
  });
  return set.at(-1) ?? DEFAULT_BUSINESS[name];
}
