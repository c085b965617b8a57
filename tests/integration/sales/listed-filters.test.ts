import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { PaymentMethod, SaleDetail, SaleItem } from "#kernel/contract/api/sale.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { dataOf, item } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const HOUR_MS = 3_600_000;
const SALES = 40;
const FILTERS = 40;
const REASON = "Wrong product";
/** Who sells in each of the two shops; what the filters find is compared with all details. */
const SELLERS = { owner: ["owner", "cashier"], "foreign owner": ["foreign owner"] } as const;
const OWNERS = ["owner", "foreign owner"] as const;

const { seed: SEED } = readTestSettings();
const random = createRandom(SEED);
const below = (n: number): number => Math.floor(random() * n);
const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[below(items.length)] ?? items[0];

let apis: Apis;
const sold = new Map<Identity, readonly SaleDetail[]>();

const read = async (path: string, as: Identity) => {
  const answer = await apis.askOf.query("GET", path, { as });
  expect([path, answer.status]).toEqual([path, 200]);
  return dataOf(answer);
};
const Items = z.array(SaleItem);
const listOf = async (query: string, as: Identity) =>
  Items.parse(await read(`/api/sales.php?${query}`, as));

/** One tender, or two of which one may be of the same method. */
function tendersOf(total: number) {
  const method = () => oneOf(["cash", "card", "mobile_money"]);
  if (below(3) > 0) return [{ method: method(), amount: total }];
  return [
    { method: method(), amount: 1 },
    { method: method(), amount: total - 1 },
  ];
}

async function trade(owner: (typeof OWNERS)[number]): Promise<void> {
  const product = await apis.addProduct("Milo", 10_000, owner);
  const ids: string[] = [];
  for (let n = 0; n < SALES; n += 1) {
    const quantity = 1 + below(5);
    const body = {
      client_sale_id: randomUUID(),
      items: [item(product, quantity)],
      tenders: tendersOf(quantity * 4.5),
      occurred_at: new Date(apis.clock() - below(60) * HOUR_MS).toISOString(),
    };
    const seller = oneOf(SELLERS[owner]);
    const answer = await apis.ask("POST", "/api/sales.php", { as: seller, body });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    ids.push(idOf(answer));
    if (below(5) > 0) continue;
    const id = idOf(answer);
    await apis.ask("DELETE", "/api/sales.php", { as: owner, body: { id, reason: REASON } });
  }
  const details = ids.map((id) => read(`/api/v1/sales/${id}`, owner));
  sold.set(owner, z.array(SaleDetail).parse(await Promise.all(details)));
}

beforeAll(async () => {
  apis = await openApis();
  for (const owner of OWNERS) await trade(owner);
}, 60_000);
afterAll(() => apis.close());

const STATES = ["paid", "voided", "all"] as const;
const METHODS = PaymentMethod.options;

/** The newest first, as the list is. */
const sorted = (sales: readonly SaleDetail[]): readonly string[] =>
  sales
    .toSorted((a, b) => b.occurred_at.localeCompare(a.occurred_at) || b.id.localeCompare(a.id))
    .map(({ id }) => id);

function randomFilter(owner: Identity) {
  const state = below(4) === 0 ? undefined : oneOf(STATES);
  const method = below(2) === 0 ? undefined : METHODS[below(METHODS.length)];
  const staff = below(2) === 0 ? undefined : sold.get(owner)?.[below(SALES)]?.cashier_id;
  const since = below(3) > 0 ? undefined : new Date(apis.clock() - 30 * HOUR_MS).toISOString();
  const query = new URLSearchParams({
    ...(state && { state }),
    ...(method && { payment_method: method }),
    ...(staff && { staff }),
    ...(since && { since }),
  });
  const found = (sold.get(owner) ?? []).filter(
    (sale) =>
      (state === "all" || sale.voided === (state === "voided")) &&
      (method === undefined || sale.tenders.some((tender) => tender.method === method)) &&
      (staff === undefined || sale.cashier_id === staff) &&
      (since === undefined || sale.occurred_at >= since),
  );
  return { query, method, found };
}

/** In pesewas, of the sales that are not voided. */
const takenMinor = (sales: readonly SaleDetail[], method: string | undefined): number =>
  sales
    .filter(({ voided }) => !voided)
    .flatMap(({ tenders }) => tenders)
    .filter((tender) => method === undefined || tender.method === method)
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

describe("the list of sales with filters", () => {
  test(`SALE-40, SALE-41, SALE-42: lists the same as a filter of all sales (seed ${SEED})`, async () => {
    for (let n = 0; n < FILTERS; n += 1) {
      for (const owner of OWNERS) {
        const { query, found } = randomFilter(owner);
        const listed = await listOf(query.toString(), owner);
        expect([`${query}`, listed.map(({ id }) => id)]).toEqual([`${query}`, sorted(found)]);
        const voided = found.filter((sale) => sale.voided).map(({ id }) => id);
        const marked = listed.filter((sale) => sale.voided_at !== undefined);
        expect(new Set(marked.map(({ id }) => id))).toEqual(new Set(voided));
      }
    }
  });

  test("SALE-40: comes in pages after a cursor, with the number of all", async () => {
    for (const query of ["state=all", "state=all&payment_method=cash", "state=voided"]) {
      const whole = await listOf(query, "owner");
      const seen: string[] = [];
      const totals: unknown[] = [];
      let cursor = "";
      do {
        const path = `/api/sales.php?${query}&limit=7${cursor && `&cursor=${cursor}`}`;
        const answer = await apis.askOf.query("GET", path, { as: "owner" });
        totals.push(answer.headers["x-total-count"]);
        seen.push(...Items.parse(dataOf(answer)).map(({ id }) => id));
        const next = answer.headers["x-next-cursor"];
        cursor = typeof next === "string" ? next : "";
      } while (cursor !== "");
      expect(seen).toEqual(whole.map(({ id }) => id));
      expect(totals[0]).toBe(String(whole.length));
    }
  });

  test(`SALE-43: the sums are what was paid by the method, without voided sales (seed ${SEED})`, async () => {
    for (let n = 0; n < FILTERS; n += 1) {
      for (const owner of OWNERS) {
        const { query, method, found } = randomFilter(owner);
        if (query.get("state") === "voided") continue;
        query.delete("state");
        const { rows } = SalesSums.parse(await read(`/api/v1/sales/sums?${query}`, owner));
        expect([`${query}`, rows.map(({ total }) => Math.round(total * 100))]).toEqual([
          `${query}`,
          [takenMinor(found, method)],
        ]);
      }
    }
  });

  test("SALE-44: a voided sale says who voided it, when and why; the other shop's says nothing of it", async () => {
    for (const owner of OWNERS) {
      const voided = (sold.get(owner) ?? []).filter((sale) => sale.voided);
      expect(voided.length).toBeGreaterThan(0);
      for (const sale of voided) {
        expect([sale.void_reason, sale.voided_by_name]).toEqual([REASON, expect.any(String)]);
        expect(Date.parse(sale.voided_at ?? "")).toBeLessThanOrEqual(apis.clock());
      }
    }
    const own = (sold.get("owner") ?? []).find((sale) => !sale.voided);
    expect(own?.voided_by_name).toBeNull();
  });

  test("SALE-42: another shop's person has made no sales here", async () => {
    const staff = sold.get("foreign owner")?.[0]?.cashier_id ?? "";
    expect(await listOf(`staff=${staff}&state=all`, "owner")).toEqual([]);
  });
});
