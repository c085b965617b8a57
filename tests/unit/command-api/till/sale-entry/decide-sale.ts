import type { Head } from "#command-api/event-store/load.ts";
import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import type { EntryDecision } from "#command-api/till/entries/entry-decision.ts";
import { saleEntries } from "#command-api/till/sale-entry/sale-entry.ts";
import type { EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import type { EventType } from "#kernel/contract/event-types.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { createSealer, ErasedSubjectError, type Sealer } from "#kernel/node/crypto/seal.ts";
import { memberStream } from "#kernel/node/ids.ts";
import { userId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { stored, tenant } from "#tests/kit/builders/stored-event.ts";
import { createScriptedStore, loaded, nothing } from "#tests/kit/fakes/scripted-store.ts";

export const TENANT = tenant(1);
export const ESI = userId(1);
export const SALE = "0193a7c0-0000-8000-8000-000000000001";
/** When the sale took place: noon in Accra. */
export const SOLD_MS = Date.parse("2026-11-21T12:00:00.000Z");
const HOUR_MS = 3_600_000;
/** When it arrives. */
export const ARRIVED_MS = SOLD_MS + 9 * HOUR_MS;

/** A tin of Milo at GH₵45.00 with the tax inside, as the till decided it. */
export const miloEntry = (quantity: number, over: Partial<EntryLine> = {}): EntryLine => ({
  productId: MILO,
  name: "Milo 400g",
  quantity,
  listPriceMinor: 4500,
  unitPriceMinor: 4500,
  discountMinor: 0,
  taxMinor: 750 * quantity,
  totalMinor: 4500 * quantity,
  ...over,
});

/** A sale of these lines for cash. The sums are those of the lines. */
export function soldLines(lines: EntryLine[], over: Partial<SaleEntryBody> = {}): SaleEntryBody {
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const taxMinor = lines.reduce((sum, line) => sum + line.taxMinor, 0);
  return {
    receiptNumber: 57,
    businessDate: "2026-11-21",
    currency: "GHS",
    lines,
    tenders: [{ method: "cash", amountMinor: totalMinor }],
    tax: { mode: "inclusive", rateBp: 2000 },
    totalMinor,
    taxMinor,
    ...over,
  };
}

const shop = {
  name: "Ama's",
  plan: "basic",
  trialUntil: "2026-12-05",
  currency: "GHS",
  timezone: "Africa/Accra",
};

export const headOf = (streamType: string, state: object, over: Partial<Head> = {}): Head => ({
  version: 1,
  onHand: undefined,
  state,
  streamType,
  ...over,
});

export const milo = (state: object = {}, onHand = 10): Head =>
  headOf(
    "product",
    { status: "active", name: "Milo 400g", priceMinor: 4500, currency: "GHS", ...state },
    { onHand },
  );

const staff = (role?: string): Head =>
  headOf("member", role === undefined ? { status: "removed" } : { status: "active", role });

type Deciding = Readonly<{
  heads?: Readonly<Record<string, Head>>;
  settings?: object;
  role?: string | undefined;
  /** What the log says of the past. */
  log?: readonly StoredEvent[];
  occurredMs?: number;
  nowMs?: number;
  basis?: number;
  sealer?: Sealer;
}>;

/** Keys of people in memory; `erased` has none and gets none. */
export function sealerWithout(...erased: readonly string[]) {
  const keys = new Map<string, Buffer>();
  return createSealer({
    dataKey: Buffer.alloc(32, 7),
    getKey: async ({ subjectId }) => Promise.resolve(keys.get(subjectId)),
    putKey: async ({ subjectId }, wrapped) => {
      if (erased.includes(subjectId)) throw new ErasedSubjectError();
      keys.set(subjectId, wrapped);
      return Promise.resolve(wrapped);
    },
  });
}

export const sealer = sealerWithout();

/** Decides a sale of till 2, of which the server knows one product, Milo, and a cashier. */
export async function decide(body: SaleEntryBody, deciding: Deciding = {}): Promise<EntryDecision> {
  const { heads = {}, settings = {}, log = [], occurredMs = SOLD_MS, basis = 1_000 } = deciding;
  const role = "role" in deciding ? deciding.role : "cashier";
  const known: Readonly<Record<string, Head>> = {
    [TENANT]: headOf("tenant", { status: "active", ...shop }),
    [businessSettingsStream(TENANT)]: headOf("business-settings", {
      taxRateBp: 2000,
      ...settings,
    }),
    [memberStream(ESI)]: staff(role),
    [MILO]: milo(),
    ...heads,
  };
  const kind = saleEntries({
    read: createScriptedStore({ loads: [loaded([])], log }).store.read,
    sealer: deciding.sealer ?? sealer,
    clock: () => deciding.nowMs ?? ARRIVED_MS,
  });
  const entry = {
    id: SALE,
    seq: 8,
    v: 1,
    salt: "s",
    kind: "sale",
    body,
    at: occurredMs,
    basis,
    person: ESI,
  };
  const named = new Set<string>([
    ...kind.streams(body, entry, TENANT),
    TENANT,
    businessSettingsStream(TENANT),
    memberStream(ESI),
  ]);
  return kind.decide({
    tenantId: TENANT,
    till: 2,
    entry,
    body,
    occurredMs,
    headOf: (stream) => {
      if (!named.has(stream)) throw new Error(`${stream} is not named by streams`);
      return known[stream] ?? nothing;
    },
  });
}

export type Recorded = Readonly<{
  data: SaleRecorded["data"];
  stock: unknown;
  flags: readonly string[];
}>;

/** The same for a sale that must be recorded. */
export async function record(body: SaleEntryBody, deciding: Deciding = {}): Promise<Recorded> {
  const decision = await decide(body, deciding);
  if ("aside" in decision) throw new Error(`set aside: ${decision.aside}`);
  const [planned, ...more] = decision.planned;
  if (!planned || planned.event.type !== "SaleRecorded" || more.length > 0) {
    throw new Error("a sale is one event");
  }
  return { data: planned.event.data, stock: planned.stock, flags: decision.flags.toSorted() };
}

export const flagsOf = async (body: SaleEntryBody, deciding: Deciding = {}) =>
  (await record(body, deciding)).flags;

/** An event of the past, some ms after the sale; before it if negative. */
export const happened = (
  streamId: string,
  [type, data]: readonly [EventType, object],
  { afterMs, seq = 1 }: Readonly<{ afterMs: number; seq?: number }>,
): StoredEvent =>
  stored(TENANT, seq, {
    streamId: StreamId.parse(streamId),
    type,
    data: JSON.stringify(data),
    effects: null,
    occurredMs: SOLD_MS + afterMs,
  });
