import type { TenantId } from "#kernel/contract/ids.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fill } from "#projector/rebuild/fill.ts";
import { repair } from "#projector/rebuild/rebuild.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { createShopLog, type ShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const SHOPS = 20;
const PRODUCTS = 10;
const DAYS = 28;
const WRITERS = 2;
const EVENTS_A_FLUSH = 1024;
const DATA_KEY = Buffer.alloc(32, 7);

/** Sales, voids, counts and price changes of one shop, in random order. */
async function live(shop: ShopLog, events: number, random: Random): Promise<void> {
  const below = (most: number): number => Math.floor(random() * most);
  shop.register();
  for (let product = 1; product <= PRODUCTS; product += 1) shop.addProduct(product, 1_000_000);
  type Sale = readonly [number, readonly { product: number; quantity: number }[], string];
  const open: Sale[] = [];
  for (let event = 1 + PRODUCTS; event < events; event += 1) {
    const product = 1 + below(PRODUCTS);
    const what = random();
    const voided = what < 0.1 ? open.shift() : undefined;
    if (voided) shop.voidSale(...voided);
    else if (what < 0.15) shop.adjustStock(product, below(20) - 10);
    else if (what < 0.16) {
      const toMinor = 1 + below(1000);
      shop.changeProduct(product, "ProductRepriced", { fromMinor: 250, toMinor, currency: "GHS" });
    } else {
      const other = 1 + (product % PRODUCTS);
      const day = `2026-02-${String(1 + below(DAYS)).padStart(2, "0")}`;
      const priceMinor = 1 + below(9999);
      const items = [
        { product, quantity: 1 + below(5), priceMinor },
        { product: other, quantity: 1 },
      ];
      shop.sell(event, items, { day });
      if (open.length < 100) open.push([event, items, day]);
    }
    if (event % EVENTS_A_FLUSH === 0) await shop.flush();
  }
  await shop.flush();
}

async function fillLog({ writer }: ProjectorDatabase, seed: number, events: number) {
  const tenantIds = Array.from({ length: SHOPS }, (_, index) => tenantOf(index + 1));
  const waiting = [...tenantIds.entries()];
  const write = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, tenantId] = next;
      await live(createShopLog(writer, tenantId), events / SHOPS, createRandom(seed + index));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return tenantIds;
}

/** Sums over sales, each as the table has it. */
const SUMS: Readonly<Record<string, string>> = {
  rm_sales: "total_minor) filter (where voided_ms is null",
  rm_takings: "total_minor",
  rm_daily_totals: "total_minor",
  rm_hours: "total_minor",
  rm_staff_days: "total_minor",
  rm_method_days: "amount_minor",
  rm_product_days: "revenue_minor",
  rm_product_totals: "revenue_minor",
  rm_platform_days: "total_minor",
  rm_platform_totals: "total_minor",
};

/** The pesewas of the log, and how many tables sum up to something else, counted for each tenant. */
async function compareSums({ admin }: ProjectorDatabase) {
  const ofTables = Object.entries(SUMS).map(
    ([table, sum]) =>
      `select tenant_id, '${table}', coalesce(sum(${sum}), 0) from rm.${table} group by tenant_id`,
  );
  const { rows } = await admin.query<{ pesewas: number; off: number }>(
    `with log as (
       select tenant_id, sum(case type when 'SaleRecorded' then 1 else -1 end
                             * (data ->> 'totalMinor')::bigint) as minor
         from es.events where type in ('SaleRecorded', 'SaleVoided') group by tenant_id),
     shown (tenant_id, name, minor) as (${ofTables.join(" union all ")})
     select (select sum(minor) from log)::float8 as pesewas,
            (select count(*) from log cross join unnest($1::text[]) t (name)
               left join shown s on s.tenant_id = log.tenant_id and s.name = t.name
              where s.minor is distinct from log.minor)::int as off`,
    [Object.keys(SUMS)],
  );
  return rows[0] ?? { pesewas: 0, off: Number.NaN };
}

/** Products whose shown stock is not that of the log. */
async function wrongStocks({ admin }: ProjectorDatabase): Promise<number> {
  const { rowCount } = await admin.query(
    `select from rm.rm_products p
       join es.stream_heads h on h.tenant_id = p.tenant_id and h.stream_id = p.product_id
      where p.stock <> h.on_hand`,
  );
  return rowCount ?? Number.NaN;
}

/** One pesewa too much in one row that the sums have. */
const plant = ({ admin }: ProjectorDatabase, tenantId: TenantId) =>
  admin.query(
    `update rm.rm_sales set total_minor = total_minor + 1
      where ctid = (select ctid from rm.rm_sales where tenant_id = $1 and voided_ms is null limit 1)`,
    [tenantId],
  );

/** Read models rebuilt from the first event are the ones that were served, but for a planted change. */
export async function proveEqualToLog(
  { seed, figure, control }: RowTest,
  events: number,
): Promise<void> {
  const database = await openProjectorDatabase();
  const { projector: pool, connectionOf } = database;
  const owner = createPool({
    ...connectionOf("migrator"),
    settings: { role: "rm_owner", statement_timeout: "0" },
    max: 4,
  });
  try {
    const tenantIds = await fillLog(database, seed, events);
    const parking = { pool, dataKey: DATA_KEY, log: silent, nowMs: Date.now };
    const tenants = tenantIds.map((tenantId) => ({ tenantId, events: events / SHOPS }));
    await fill({ parking, projections: PROJECTIONS, tenants });
    const { pesewas, off } = await compareSums(database);
    figure("pesewas in the log", pesewas, { atLeast: events });
    figure("sums of tables and tenants that are off", off, { exactly: 0 });
    figure("products with another stock than the log", await wrongStocks(database), {
      exactly: 0,
    });

    const [first = tenantOf(1)] = tenantIds;
    await plant(database, first);
    const planted = (await compareSums(database)).off;
    const { differences: found } = await repair({ parking, owner }, PROJECTIONS);
    const isPlanted = ({ tenantId, projection }: (typeof found)[number]): boolean =>
      tenantId === first && projection === "sales";
    figure(
      `differences from a rebuild of ${events} events`,
      found.length - found.filter(isPlanted).length,
      {
        exactly: 0,
      },
    );
    control("one changed row found by the rebuild", found.filter(isPlanted).length, { exactly: 1 });
    control("one changed row found by the sums", planted, { exactly: 1 });
  } finally {
    await owner.end();
    await database.close();
  }
}
