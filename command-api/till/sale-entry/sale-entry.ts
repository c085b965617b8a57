import { Member } from "#command-api/account-store/member.ts";
import { Customer } from "#command-api/customer/customer.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { ReadEvents } from "#command-api/event-store/read-events.ts";
import { sale, type SoldTo } from "#command-api/sale/sale.ts";
import { businessSettingsStream, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { ID_USED } from "#command-api/till/entries/decide-entries.ts";
import type {
  EntryDecision,
  EntryInput,
  EntryKind,
} from "#command-api/till/entries/entry-decision.ts";
import { stockedProduct } from "#command-api/till/stocked-product.ts";
import { ENTRY_BODIES, type SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { concededMinor } from "#kernel/contract/approval.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { EntryFlag } from "#kernel/contract/events/recorded.ts";
import { type ProductId, SaleId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { sealNothing, sealUnlessErased, type Sealer } from "#kernel/node/crypto/seal.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { Clock } from "#kernel/node/time.ts";

import { flagsOf } from "./oddities.ts";
import { currencyAt, readPast } from "./past.ts";
import {
  obstacleTo,
  productsIn,
  recordOf,
  type SaleObstacle,
  stockOf,
  type TillSale,
  withOpenLines,
} from "./till-sale.ts";

export type SaleEntryPorts = Readonly<{
  read: Pick<ReadEvents, "history">;
  sealer: Sealer;
  clock: Clock;
}>;

type Input = EntryInput<SaleEntryBody>;

/** An older entry waited for its till to be online. */
const LATE_MS = 60_000;

/** The sales of tills: they took place, so they are recorded, and what is odd about them is flagged. */
export const saleEntries = (ports: SaleEntryPorts): EntryKind<SaleEntryBody> => ({
  parse: (version, body) =>
    isKnown(version)
      ? (ENTRY_BODIES.sale[version].safeParse(body).data ?? "malformed")
      : "unknown-version",

  streams: (body, { id }, tenantId) => [
    StreamId.parse(id),
    ...(body.customer ? [body.customer.id] : []),
    ...productsIn(withOpenLines(body, tenantId)),
  ],

  decide: (input) => decide(ports, { ...input, body: withOpenLines(input.body, input.tenantId) }),
});

const isKnown = (version: number): version is keyof (typeof ENTRY_BODIES)["sale"] =>
  version in ENTRY_BODIES.sale;

async function decide(ports: SaleEntryPorts, input: Input): Promise<EntryDecision> {
  const { tenantId, till, entry, body, occurredMs, headOf } = input;
  const saleId = SaleId.parse(entry.id);
  if (headOf(saleId).version > 0) return { aside: ID_USED };
  const products = new Map(
    productsIn(body).flatMap((id) => {
      const product = stockedProduct(headOf(id));
      return product ? [[id, product] as const] : [];
    }),
  );
  const found: TillSale = {
    saleId,
    till,
    body,
    occurredMs,
    isLate: ports.clock() - occurredMs > LATE_MS,
    tenant: toTenantRules(headOf(tenantId), headOf(businessSettingsStream(tenantId))),
    products,
  };
  const obstacle = await findObstacle(ports, input, found);
  if (obstacle) return { aside: obstacle };

  const customer = await findCustomer(ports.sealer, input);
  const notes = await sealNotes(ports.sealer, input, customer);
  const data = recordOf({ ...found, customer: customer.soldTo, notes });
  const stock = stockOf(found);
  const planned = planStream({
    decider: sale,
    streamId: saleId,
    head: headOf(saleId),
    command: { type: "RecordTillSale", data },
    movesOf: () => (stock.length > 0 ? { stock } : {}),
  });
  if (isRejection(planned)) return { aside: planned.rejected };
  return {
    planned,
    flags: [...(await flagsOfSale(ports, input, found)), ...customer.flags],
    concededMinor: concededMinor(body.lines),
  };
}

/** A sale keeps the currency that the shop had when the data of the till were made. */
async function findObstacle(
  { read }: SaleEntryPorts,
  { tenantId, entry: { basis } }: Input,
  found: TillSale,
): Promise<SaleObstacle | undefined> {
  const obstacle = obstacleTo(found);
  if (obstacle !== "wrong-currency") return obstacle;
  const { tenant } = found;
  const currency = await currencyAt(read, { tenantId, basis, today: tenant.currency });
  return obstacleTo({ ...found, tenant: { ...tenant, currency } });
}

function flagsOfSale(
  { read }: SaleEntryPorts,
  { tenantId, entry, body, approval, occurredMs, headOf }: Input,
  { tenant, products }: TillSale,
): Promise<readonly EntryFlag[]> {
  const { person, basis } = entry;
  const today = {
    productOf: (id: ProductId) => products.get(id),
    role: roleOf(headOf(memberStream(person))),
    taxRateBp: tenant.taxRateBp,
    taxMode: tenant.taxMode,
    discountLimitBp: tenant.discountLimitBp,
  };
  return flagsOf({ body, approval }, today, () =>
    readPast(read, {
      tenantId,
      productIds: [...products.keys()],
      person,
      atMs: occurredMs,
      basis,
    }),
  );
}

function roleOf({ state }: Head): string | undefined {
  const known = Member.safeParse(state).data;
  return known?.status === "active" ? known.role : undefined;
}

type FoundCustomer = Readonly<{
  soldTo?: SoldTo;
  isErased?: boolean;
  flags: readonly EntryFlag[];
}>;

/**
 * The customer with the name that the till printed. An erased customer has no key. Their stream does
 * not always say so: it is loaded before the key, and a restore of an older backup only destroys keys.
 */
async function findCustomer(
  sealer: Sealer,
  { tenantId, body, headOf }: Input,
): Promise<FoundCustomer> {
  if (!body.customer) return { flags: [] };
  const { id, name } = body.customer;
  const { streamType, state } = headOf(id);
  const known = streamType === "customer" ? Customer.safeParse(state).data : undefined;
  switch (known?.status ?? "unknown") {
    case "unknown":
      return { flags: ["customer-unknown"] };
    case "erased":
      return { soldTo: { id, name: sealNothing(tenantId) }, isErased: true, flags: [] };
    case "active":
    case "archived": {
      const sealed = await sealUnlessErased(sealer, tenantId, id, name);
      return { soldTo: { id, name: sealed ?? sealNothing(tenantId) }, flags: [] };
    }
  }
}

/** A note is about the customer, also an unknown one, and is erased with them. */
async function sealNotes(
  sealer: Sealer,
  { tenantId, entry, body: { notes, customer } }: Input,
  { isErased }: FoundCustomer,
): Promise<Sealed | undefined> {
  if (!notes || isErased) return undefined;
  return sealUnlessErased(sealer, tenantId, customer?.id ?? entry.id, notes);
}
