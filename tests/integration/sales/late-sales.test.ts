import { afterAll, beforeAll, expect, test } from "vitest";

import { success } from "#kernel/contract/api/envelope.ts";
import { SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, "2026-11-28".length);

const NOW = Date.now();
/** A till believes its own day, if it is within a day of the time of the sale. */
const YESTERDAY = dayOf(NOW - DAY_MS);

let apis: Apis;
let shop: Counter;
let other: Counter;
beforeAll(async () => {
  apis = await openApis();
  [shop, other] = [await openCounter(apis), await openCounter(apis)];
});
afterAll(() => apis.close());

async function sumsOf({ read }: Counter, query: string): Promise<SalesSums> {
  const data = await read(`/api/v1/sales/sums?${query}`);
  return success(SalesSums).parse({ success: true, data }).data;
}

test("SALE-39: a sum of days says how many sales a till sent on a later day than they count on", async () => {
  const days = `since=${YESTERDAY}T00:00:00Z`;
  const milo = await shop.addProduct("Milo", 10);
  const theirs = await other.addProduct("Milo", 10);
  const late = soldLines([line(milo, 2)], { businessDate: YESTERDAY });
  await shop.sell(late);
  const sale = await shop.sell(late);
  await shop.sell(soldLines([line(milo, 1)], { businessDate: dayOf(NOW) }));
  await other.sell(soldLines([line(theirs, 1)], { businessDate: dayOf(NOW) }));

  const rows = [{ currency: "GHS", orders: 3, total: 22.5 }];
  expect(await sumsOf(shop, days)).toEqual({ rows, late: 2 });
  expect(await sumsOf(shop, "")).toEqual({ rows, late: 0 });
  expect(await sumsOf(shop, `${days}&payment_method=cash`)).toMatchObject({ late: 2 });
  expect(await sumsOf(shop, `${days}&payment_method=card`)).toMatchObject({ late: 0 });
  expect(await sumsOf(other, days)).toMatchObject({ late: 0 });

  await shop.ask("DELETE", "/api/sales.php", { id: sale });
  expect(await sumsOf(shop, days)).toMatchObject({ late: 1 });
});
