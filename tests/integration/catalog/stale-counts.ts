import { randomUUID } from "node:crypto";

import { stockOf } from "#tests/integration/command-api/routes/log-of.ts";
import type { TwoTenants } from "#tests/integration/command-api/routes/two-tenants.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const CALLERS = 32;
const OPENING = 10_000;
const DELIVERY = 5;

type Counted = { sold: number; delivered: number; refused: number; wrong: number };
const nothing = (): Counted => ({ sold: 0, delivered: 0, refused: 0, wrong: 0 });

/** Deliveries are counts of five more than was seen, with the stock they were made from or without. */
async function sellAndCount(shops: TwoTenants, seed: number, steps: number) {
  const random = createRandom(seed);
  const [guarded, blind] = [
    { id: await shops.addProduct("Guarded", OPENING), counted: nothing(), isGuarded: true },
    { id: await shops.addProduct("Blind", OPENING), counted: nothing(), isGuarded: false },
  ];
  type Product = typeof guarded;
  const deliver = async ({ id, counted, isGuarded }: Product): Promise<void> => {
    const seen = await stockOf(shops, id);
    const expected = isGuarded ? { expected_stock: seen } : {};
    const body = { id, stock: seen + DELIVERY, ...expected };
    const { status } = await shops.ask("PUT", "/api/products.php", { body });
    if (status === 200) counted.delivered += DELIVERY;
    // Of concurrent counts some are refused, because another one was first.
    else if (status === 409) counted.refused += 1;
    else counted.wrong += 1;
  };
  const sell = async ({ id, counted }: Product): Promise<void> => {
    const { status } = await shops.sell([[id, 1]], { client_sale_id: randomUUID() });
    if (status === 200) counted.sold += 1;
    else counted.wrong += 1;
  };
  let left = steps;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left > 0) {
        left -= 1;
        const what = random();
        if (what < 0.5) await deliver(what < 0.3 ? guarded : blind);
        else await sell(what < 0.8 ? guarded : blind);
      }
    }),
  );
  const outcomeOf = async ({ id, counted }: Product) => {
    const shown = await stockOf(shops, id);
    const lost = Math.abs(shown - (OPENING - counted.sold + counted.delivered));
    return { ...counted, lost, broken: await breaksOf(shops, id, shown) };
  };
  return { guarded: await outcomeOf(guarded), blind: await outcomeOf(blind) };
}

/** Where the log's movements do not add up to the stock. */
async function breaksOf({ query, tenantId }: TwoTenants, id: string, shown: number) {
  const [ledger] = await query<{ moved: number; breaks: number }>(
    `with moves as (
       select seq, (move ->> 1)::int as delta, (move ->> 2)::int as after
         from es.events, json_array_elements(effects -> 'stock') move
        where tenant_id = $1 and move ->> 0 = $2)
     select sum(delta)::int as moved,
            (count(*) filter (where after <> running))::int as breaks
       from (select *, sum(delta) over (order by seq) as running from moves) m`,
    [tenantId, id],
  );
  return (ledger?.breaks ?? 1) + Number(ledger?.moved !== shown);
}

/** A count with the stock it was made from loses no sale; one without does. */
export async function proveStaleCounts(
  shops: TwoTenants,
  { seed, figure, control }: RowTest,
  steps: number,
): Promise<void> {
  const { guarded, blind } = await sellAndCount(shops, seed, steps);
  figure("other answers than 200 and 409", guarded.wrong + blind.wrong, { exactly: 0 });
  figure("stale counts refused", guarded.refused, { atLeast: 1 });
  figure(`units lost in ${steps} steps with the expected stock`, guarded.lost, { exactly: 0 });
  figure("breaks of the ledger", guarded.broken + blind.broken, { exactly: 0 });
  control("units lost without the expected stock", blind.lost, { atLeast: 1 });
}
