import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import type { TenantId } from "#kernel/contract/ids.ts";
import { ask, type Prepared } from "#query-api/ask.query.ts";
import { eventQuestions, type EventsBody, nameOf, STORIES } from "#query-api/audit/events.query.ts";
import type { EventFilter } from "#query-api/audit/filter-branches.ts";
import { type Histories, openHistories } from "#tests/integration/as-of/two-histories.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

const EVENTS_EACH = 260;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse("2026-03-01T00:00:00Z");
const AFTER_LAST = Number.MAX_SAFE_INTEGER;
/** So little that most pages end on the way, and so much that none does. */
const EFFORTS = [
  { steps: 7, few: 2 },
  { steps: 100_000, few: 500 },
];

const Data = z.looseObject({
  saleId: z.optional(z.string()),
  productId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  customer: z.optional(z.object({ id: z.string() })),
  totalMinor: z.optional(z.int()),
});
type Logged = Readonly<{
  seq: number;
  type: string;
  actor: string;
  recordedMs: number;
  data: z.infer<typeof Data>;
  products: readonly string[];
}>;

let histories: Histories;
let tenants: readonly TenantId[];
const logs = new Map<TenantId, readonly Logged[]>();
const random = createRandom(20_260_322);
const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(random() * items.length)];

beforeAll(async () => {
  histories = await openHistories();
  tenants = await histories.imagine(random, EVENTS_EACH);
  // A quarter of a day for each event: they were all written in one second.
  await histories.admin.query("update es.events set recorded_ms = $1::bigint + seq * $2::bigint", [
    FIRST_MS,
    DAY_MS / 4,
  ]);
  for (const tenantId of tenants) {
    const { rows } = await histories.admin.query<Omit<Logged, "data"> & { data: unknown }>(
      `select seq::int, type, actor_id as actor, recorded_ms::float8 as "recordedMs", data,
              array(select x ->> 0 from json_array_elements(effects -> 'stock') x
                     union
                    select l ->> 'productId' from json_array_elements(data -> 'lines') l
                     where (l ->> 'counted')::boolean) as products
         from es.events where tenant_id = $1 order by seq`,
      [tenantId],
    );
    logs.set(
      tenantId,
      rows.map((row) => ({ ...row, data: Data.parse(row.data) })),
    );
  }
});
afterAll(() => histories.close());

const Args = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));
type Args = Readonly<z.infer<typeof Args>>;

async function pages(
  tenantId: TenantId,
  question: Prepared<EventsBody | null>,
  args: Args,
  order: "asc" | "desc",
): Promise<number[]> {
  const seqs: number[] = [];
  const limit = 1 + Math.floor(random() * 40);
  let place = { before: AFTER_LAST, after: 0 };
  for (;;) {
    const asked = { tenantId, nowMs: 0, args: { ...args, ...place, limit } };
    const { body } = await ask(histories.reader, question, asked);
    const { found, last } = pageIn(body, limit);
    seqs.push(...found);
    if (last === null) return seqs;
    // Each page must move on: a list that repeats its place would never end.
    expect(order === "desc" ? last < place.before : last > place.after).toBe(true);
    expect(last).toBeGreaterThan(lastInFront(tenantId, args));
    place = order === "desc" ? { ...place, before: last } : { ...place, after: last };
  }
}
let shortPages = 0;

/** In front of the first day that was asked for there is nothing to look at. */
const lastInFront = (tenantId: TenantId, { from }: Args): number =>
  logs.get(tenantId)?.findLast((one) => dayOf(one.recordedMs) < String(from ?? ""))?.seq ?? 0;

/** A page that is not full reports how far the search went. */
function pageIn(body: EventsBody | null, limit: number): { found: number[]; last: number | null } {
  const { events, reached } = body ?? { events: [], reached: null };
  const found = events.map(({ event }) => event.seq);
  if (found.length === limit) return { found, last: found.at(-1) ?? null };
  if (reached !== null) shortPages += 1;
  return { found, last: reached };
}

/** What the log says, looked through from end to end. */
function expected(tenantId: TenantId, args: Args): number[] {
  const log = logs.get(tenantId) ?? [];
  const salesOf = new Set(
    log.flatMap(({ data }) => (data.customer?.id === args["customer"] ? [data.saleId] : [])),
  );
  const isSale = (one: Logged): boolean => one.type.startsWith("Sale");
  const holds: Readonly<Record<string, (one: Logged, value: string | number) => boolean>> = {
    type: ({ type }, value) => type === value,
    person: ({ actor }, value) => actor === value,
    sale: ({ data }, value) => data.saleId === value,
    product: ({ data, products }, value) =>
      data.productId === value || products.includes(String(value)),
    customer: (one, value) =>
      one.data.customerId === value || (isSale(one) && salesOf.has(one.data.saleId)),
    min: (one, value) => isSale(one) && (one.data.totalMinor ?? 0) >= Number(value),
    max: (one, value) => isSale(one) && (one.data.totalMinor ?? 0) <= Number(value),
    from: ({ recordedMs }, value) => dayOf(recordedMs) >= String(value),
    to: ({ recordedMs }, value) => dayOf(recordedMs) <= String(value),
  };
  return log
    .filter((one) =>
      Object.entries(args).every(
        ([name, value]) => value === null || (holds[name]?.(one, value) ?? true),
      ),
    )
    .map(({ seq }) => seq);
}

let timezone = "UTC";
// Kept, because making one takes far longer than using it.
const dayFormats = new Map<string, Intl.DateTimeFormat>();
function dayOf(ms: number): string {
  const format =
    dayFormats.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  dayFormats.set(timezone, format);
  return format.format(ms);
}

const TYPES = { sold: "SaleRecorded", voided: "SaleVoided" } as const;

/** Something of this kind that the log has, and it is no more than asked for. */
function argsFor(tenantId: TenantId, way: readonly string[]): Args {
  const log = logs.get(tenantId) ?? [];
  const sales = log.filter(({ type }) => type.startsWith("Sale"));
  const others = log.filter(({ type }) => !type.startsWith("Sale"));
  const known: readonly (readonly [name: string, values: readonly unknown[]])[] = [
    ["person", log.map(({ actor }) => actor)],
    ["product", log.flatMap(({ products }) => products)],
    ["customer", log.flatMap(({ data }) => data.customer?.id ?? data.customerId ?? [])],
    ["sale", sales.flatMap(({ data }) => data.saleId ?? [])],
  ];
  const asked = known.map(([name, values]) => [
    name,
    way.includes(name) ? (anyOf(values) ?? null) : null,
  ]);
  const type = way.includes("other") ? (anyOf(others)?.type ?? null) : null;
  return Args.parse({
    ...Object.fromEntries(asked),
    type,
    ...anyAmounts(sales, way),
    ...anyDays(log),
  });
}

function anyAmounts(sales: readonly Logged[], way: readonly string[]): object {
  if (!way.includes("amount")) return { min: null, max: null };
  const ends = [anyOf(sales), anyOf(sales)].map((one) => one?.data.totalMinor ?? 0);
  return { min: Math.min(...ends), max: Math.max(...ends) };
}

function anyDays(log: readonly Logged[]): object {
  const [from, to] = [anyOf(log), anyOf(log)]
    .map((event) => dayOf(event?.recordedMs ?? 0))
    .toSorted();
  if (random() < 0.6) return { from: null, to: null };
  return { from, to: random() < 0.7 ? to : null };
}

const FLAGS = ["person", "amount", "product", "customer", "sale"] as const;

/** Every combination of filters. */
const FILTERS: readonly EventFilter[] = FLAGS.reduce<readonly EventFilter[]>(
  (filters, flag) => filters.flatMap((filter) => [filter, { ...filter, [flag]: true }]),
  [{}, { type: "sold" }, { type: "voided" }, { type: "other" }],
);

const ways = EFFORTS.flatMap((effort) =>
  FILTERS.map((filter) => {
    const name = nameOf(filter);
    return [name, effort.steps, eventQuestions(effort)(filter), name.split("-")] as const;
  }),
);

describe("AUDIT-01: the event browser finds what the whole log holds", () => {
  test.for(ways)("narrowed by '%s', %d steps to a page", async ([, , question, way]) => {
    for (const tenantId of tenants) {
      const named = Object.entries(TYPES).find(([name]) => way.includes(name))?.[1];
      const { body } = await ask(histories.reader, question, {
        tenantId,
        nowMs: 0,
        args: { ...argsFor(tenantId, []), before: AFTER_LAST, after: 0, limit: 1, min: 0, max: 0 },
      });
      ({ timezone } = body);
      for (let n = 0; n < 2; n += 1) {
        const args = argsFor(tenantId, way);
        const found = await pages(tenantId, question, args, "desc");
        const type = named === undefined ? {} : { type: named };
        expect([args, found]).toEqual([
          args,
          expected(tenantId, { ...args, ...type }).toReversed(),
        ]);
      }
    }
  });

  test("most of what was asked found something", () => {
    const some = ways.filter(([, , , way]) =>
      tenants.some((tenantId) => expected(tenantId, argsFor(tenantId, way)).length > 0),
    );
    expect(some.length).toBeGreaterThan(ways.length / 4);
    expect(shortPages).toBeGreaterThan(ways.length / 2);
  });
});

describe("AUDIT-02: a story holds every event of its thing, the oldest first", () => {
  test.each(["product", "customer", "sale", "person"] as const)("of a %s", async (kind) => {
    for (const tenantId of tenants) {
      for (let n = 0; n < 6; n += 1) {
        const about = argsFor(tenantId, [kind])[kind] ?? null;
        const found = await pages(tenantId, STORIES[kind], { [kind]: about }, "asc");
        expect([about, found]).toEqual([about, expected(tenantId, { [kind]: about })]);
        expect(found.length).toBeGreaterThan(0);
      }
    }
  });
});
