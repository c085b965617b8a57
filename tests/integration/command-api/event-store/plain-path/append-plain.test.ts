import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import { isPlain } from "#command-api/event-store/append-plain.ts";
import {
  appendAny,
  type AppendCommand,
  type AppendEvent,
  type AppendOutcome,
} from "#command-api/event-store/append.ts";
import type { CommandId, StreamId } from "#kernel/contract/ids.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { registry } from "#kernel/node/metrics/registry.ts";
import {
  adding,
  adjusting,
  ANY_REQUEST,
  commandOf,
  newStream,
  OTHER_REQUEST,
  renaming,
  selling,
  voiding,
} from "#tests/kit/builders/append-commands.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

// The log has two writers: es.append_any decides any commands, es.append_plain_on writes plain sales with
// less work. Each of two databases gets the same random flushes, one by the way of the product, the
// other by es.append_any alone. Every column of every table must be equal. Some commands were decided on
// remembered heads; those that assume an old one must be stale, and es.append_any never gets them.

let plain: LogDatabase;
let other: LogDatabase;
beforeAll(async () => {
  [plain, other] = await Promise.all([openLogDatabase(), openLogDatabase()]);
});
afterAll(() => Promise.all([plain.close(), other.close()]));

/** A time that both clocks have still to reach, so that both writers record the same one. */
const LATER_MS = Date.parse("2126-11-21T10:00:00Z");
const STOCKS = [10_000, 1_000, 9];
const MOST_TO_BUY = 4;
/** Of the shops of a run; the next one exists only in a wish. */
const SUSPENDED = 2;

type Shop = Readonly<{ tenantId: TenantId; products: readonly StreamId[] }>;
type Item = Readonly<{ product: number; quantity: number }>;

/** What one command of a flush is; `earlier` counts back through the commands of the run. */
type Wish = Readonly<{
  kind: "sale" | "same key" | "same stream" | "void" | "adjust" | "rename";
  shop: number;
  items: readonly Item[];
  floor: boolean;
  text: string;
  counters: readonly string[];
  hasOtherHash: boolean;
  /** How it remembers its products. `moved`: their stock has moved since, by an event of its own. */
  memory: "none" | "right" | "moved" | "old";
  earlier: number;
}>;

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constant("sale" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("same key", "same stream", "void", "adjust", "rename"),
    },
  ),
  shop: fc.oneof(
    { weight: 60, arbitrary: fc.nat({ max: 1 }) },
    { weight: 1, arbitrary: fc.nat({ max: SUSPENDED + 1 }) },
  ),
  items: fc.array(
    fc.record({
      // The last one is in no shop.
      product: fc.oneof(
        { weight: 60, arbitrary: fc.nat({ max: 1 }) },
        { weight: 8, arbitrary: fc.constant(2) },
        { weight: 1, arbitrary: fc.nat({ max: STOCKS.length }) },
      ),
      quantity: fc.integer({ min: 1, max: MOST_TO_BUY }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  floor: fc.boolean(),
  text: fc.string({ unit: "binary", maxLength: 12 }),
  counters: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(["sale"], [], ["a|b ₵"]) },
    { weight: 1, arbitrary: fc.constant(["sale", "other"]) },
  ),
  hasOtherHash: fc.boolean(),
  memory: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("none" as const, "right" as const, "moved" as const) },
    { weight: 1, arbitrary: fc.constant("old" as const) },
  ),
  earlier: fc.nat({ max: 20 }),
});

const flushes = fc.array(fc.array(wish, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 4,
});

async function openShops(): Promise<readonly Shop[]> {
  const shops = [0, 1, SUSPENDED].map(() => ({
    tenantId: TenantId.parse(newId()),
    products: STOCKS.map(newStream),
  }));
  const opening = shops.map(({ tenantId }) => commandOf(tenantId, [], { newTenant: true }));
  const stocking = shops.flatMap(({ tenantId, products }) =>
    products.map((product, index) => adding(tenantId, product, STOCKS[index] ?? 0)),
  );
  for (const db of [plain, other]) {
    await appendAny(db.admin, opening);
    await db.query("update es.tenant_heads set last_ms = $2 where tenant_id = any ($1::uuid[])", [
      shops.map(({ tenantId }) => tenantId),
      LATER_MS,
    ]);
    const outcomes = await appendAny(db.admin, stocking);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(stocking.map(() => "ok"));
    const suspended = shops[SUSPENDED]?.tenantId;
    await db.query("update es.tenant_heads set status = 3 where tenant_id = $1", [suspended]);
  }
  return shops;
}

/** The command that was wished. JSON keeps half a surrogate pair as an escape. */
function toCommand(
  { kind, shop, items, floor, text, counters, hasOtherHash, earlier }: Wish,
  shops: readonly Shop[],
  before: readonly AppendCommand[],
): AppendCommand {
  const { tenantId, products } = shops[shop] ?? { tenantId: TenantId.parse(newId()), products: [] };
  const productOf = (at: number): StreamId => products[at] ?? newStream();
  const [first] = products;
  if (kind === "adjust" && first) return adjusting(tenantId, first, 1);
  if (kind === "rename" && first) return renaming(tenantId, first, 1);
  const again = before.at(-1 - earlier);
  if (kind === "void" && again?.events[0]) return undoing(again, again.events[0]);
  const over: { sale?: StreamId; commandId?: CommandId } = {
    ...(kind === "same key" && again && { commandId: again.commandId }),
    ...(kind === "same stream" && again?.events[0] && { sale: again.events[0].streamId }),
  };
  const basket = items.map(({ product, quantity }) => [productOf(product), quantity] as const);
  const command = selling(tenantId, basket, {
    ...over,
    floor,
    requestHash: hasOtherHash ? OTHER_REQUEST : ANY_REQUEST,
    meta: JSON.stringify({ source: "web", device: text }),
  });
  return {
    ...command,
    events: command.events.map((event) => ({
      ...event,
      data: JSON.stringify({ ...JSON.parse(event.data), notes: text }),
      counters: counters.map((name) => ({ name, delta: 1 })),
    })),
  };
}

/** The void of a sale, or of what is none. */
const undoing = ({ tenantId }: AppendCommand, { streamId, stock = [] }: AppendEvent) =>
  voiding(
    tenantId,
    streamId,
    stock.map(({ productId, amount }) => [productId, Math.abs(amount)] as const),
  );

const TABLES = ["tenant_heads", "stream_heads", "events", "commands", "counters"];

/** Every row of these tenants as text. A command is at the time of its call, which differs. */
async function rowsOf(db: LogDatabase, shops: readonly Shop[]): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const text =
      table === "commands"
        ? "(t.tenant_id, t.command_id, t.request_hash, t.first_seq, t.last_seq, t.at_ms > 0)"
        : "t";
    const found = await db.query<{ row: string }>(
      `select ${text}::text as row from es.${table} t where tenant_id = any ($1::uuid[]) order by 1`,
      [shops.map(({ tenantId }) => tenantId)],
    );
    rows.push(...found.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}

/** The commands as if their sender remembered the heads of their products. */
async function remembering(
  flush: readonly AppendCommand[],
  wishes: readonly Wish[],
): Promise<readonly AppendCommand[]> {
  const rows = await plain.query<{ head: string; version: number; hash: Buffer }>(
    `select tenant_id::text || stream_id as head, version, sha256(convert_to(state::text, 'UTF8')) as hash
       from es.stream_heads where tenant_id = any ($1::uuid[])`,
    [flush.map(({ tenantId }) => tenantId)],
  );
  const known = new Map(rows.map(({ head, ...one }) => [head, one]));
  return flush.map((command, index) => {
    const memory = wishes[index]?.memory ?? "none";
    if (memory === "none" || !isPlain(command)) return command;
    const assumes = (command.events[0]?.stock ?? []).map(({ productId }) => {
      const { version = 0, hash } = known.get(command.tenantId + productId) ?? {};
      return {
        streamId: productId,
        version: version - VERSIONS_AGO[memory],
        stateHash: memory === "old" ? OLD_HASH : hash,
      };
    });
    return { ...command, assumes };
  });
}

/** One version of a product has one snapshot. */
const VERSIONS_AGO = { right: 0, moved: 1, old: 2 };
const OLD_HASH = Buffer.alloc(32, 9);

/** How many commands the plain path has appended so far, as the metrics show. */
async function plainCommands(): Promise<number> {
  const { values = [] } =
    (await registry.getSingleMetric("tillbook_append_plain_commands_total")?.get()) ?? {};
  return values[0]?.value ?? 0;
}

let byPlain = 0;
let byOther = 0;
let stale = 0;

/** Sends the same flushes to both. */
async function compare(wished: readonly (readonly Wish[])[]): Promise<void> {
  const shops = await openShops();
  const sent: AppendCommand[] = [];
  for (const wishes of wished) {
    const made = wishes.map((one) => {
      const command = toCommand(one, shops, sent);
      sent.push(command);
      return command;
    });
    const flush = await remembering(made, wishes);
    const isStale = ({ outcome }: Pick<AppendOutcome, "outcome">): boolean => outcome === "stale";
    const plainBefore = await plainCommands();
    const outcomes = await appendBatch(plain.admin, flush);
    const old = flush.filter(
      (command, index) => command.assumes && wishes[index]?.memory === "old",
    );
    expect(old.every((command) => isStale(outcomes[flush.indexOf(command)] ?? NEVER))).toBe(true);
    expect(outcomes.every((one, index) => !isStale(one) || flush[index]?.assumes)).toBe(true);

    const others = flush.filter((_, index) => !isStale(outcomes[index] ?? NEVER));
    const expected = others.length > 0 ? await appendAny(other.admin, others) : [];
    expect(outcomes.filter((one) => !isStale(one))).toEqual(expected);
    if ((await plainCommands()) > plainBefore) byPlain += 1;
    else byOther += 1;
    stale += outcomes.filter(isStale).length;
  }
  expect(await rowsOf(plain, shops)).toEqual(await rowsOf(other, shops));
}

const NEVER = { outcome: "ok" as const };

const property = fc.asyncProperty(flushes, compare);

test("both writers make the same rows of the same flushes", async () => {
  await fc.assert(property, { numRuns: 150 });
  // Neither way was there for show.
  expect(byPlain).toBeGreaterThan(100);
  expect(byOther).toBeGreaterThan(50);
  expect(stale).toBeGreaterThan(50);
});

describe("a fault in the plain path is found:", () => {
  const DEFINITION = "select pg_get_functiondef('es.append_plain_on'::regproc) as text";

  test.each([
    ["a wrong leaf", "'pos.leaf.v1'", "'pos.leaf.v2'"],
    ["a wrong chain", "t_chain[t] || lf", "lf || t_chain[t]"],
    ["a missed floor", "left_over < s_least[s]", "false"],
    ["a missed product", "left_over is null", "false"],
    ["a counter that does not move", "k_val[k] := total", "total := k_val[k]"],
    ["a suspended tenant", "if is_out then", "if false then"],
    ["stock of the line before", "v_on[k] := left_over", "v_on[1] := left_over"],
    ["a version that is not compared", "q.expected <> coalesce(g.version, 0)", "false"],
    [
      "a snapshot that is not compared",
      "q.state is distinct from sha256",
      "false and null = sha256",
    ],
    ["a gap in the numbers", "t_seq[t] + 1", "t_seq[t] + 2"],
  ])("%s", async (_name, right, wrong) => {
    const [defined] = await plain.query<{ text: string }>(DEFINITION);
    const text = defined?.text ?? "";
    expect(text).toContain(right);
    await plain.query(text.replace(right, wrong));
    try {
      const { failed } = await fc.check(property, { numRuns: 300, endOnFailure: true });
      expect(failed).toBe(true);
    } finally {
      await plain.query(text);
    }
  });
});
