import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import { demoOf } from "#standalone/demo/demo-shops.ts";
import { imagineSales } from "#standalone/demo/imagine-sales.ts";
import { readDemo } from "#standalone/demo/sign-ins.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-11-21T15:30:00Z");

describe.each(DEMO_SHOPS.map((shop) => [shop.businessName, shop] as const))(
  "the imagined sales of %s",
  (_name, shop) => {
    const sales = imagineSales(shop, NOW_MS, 1);

    test("are the same for the same seed and moment, and others for another seed", () => {
      expect(imagineSales(shop, NOW_MS, 1)).toEqual(sales);
      expect(imagineSales(shop, NOW_MS, 2)).not.toEqual(sales);
    });

    test("lie within some three months, oldest first, none of them ahead", () => {
      const times = sales.map(({ occurredMs }) => occurredMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(NOW_MS);
      expect(times[0]).toBeGreaterThan(NOW_MS - 94 * DAY_MS);
      expect(times[0]).toBeLessThan(NOW_MS - 89 * DAY_MS);
    });

    test("are spread over nearly all of the days, in opening hours", () => {
      const days = new Set(sales.map(({ occurredMs }) => Math.floor(occurredMs / DAY_MS)));
      expect(days.size).toBeGreaterThan(85);
      for (const { occurredMs } of sales) {
        const hour = new Date(occurredMs).getUTCHours();
        expect(hour).toBeGreaterThanOrEqual(7);
        expect(hour).toBeLessThan(20);
      }
    });

    test("name products and customers that are there, each product once a sale", () => {
      for (const { lines, customer, method } of sales) {
        const products = lines.map(({ product }) => product);
        expect(new Set(products).size).toBe(products.length);
        expect(products.length).toBeGreaterThan(0);
        for (const { product, quantity } of lines) {
          expect(shop.products[product]).toBeDefined();
          expect(Number.isInteger(quantity) && quantity >= 1).toBe(true);
        }
        expect([undefined, ...shop.customers.keys()]).toContain(customer);
        expect(shop.methods).toContain(method);
      }
    });

    test("leave products that run low, and none below 0", () => {
      expect(shop.products.filter(({ left }) => left < 10).length).toBeGreaterThanOrEqual(3);
      for (const { left } of shop.products) expect(left).toBeGreaterThanOrEqual(0);
    });

    test("are of products in a few categories, for the till to choose from", () => {
      const categories = new Set(shop.products.map(({ category }) => category));
      expect(categories.size).toBeGreaterThanOrEqual(3);
      expect(categories.size).toBeLessThanOrEqual(6);
      expect(new Set(shop.products.map(({ name }) => name)).size).toBe(shop.products.length);
    });
  },
);

describe("the demo's sign-ins", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-demo-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("are made once, for their owner only, and stay with the moment of the first start", async () => {
    const demo = await demoOf(folder, NOW_MS);
    expect((await stat(join(folder, "demo-sign-ins.json"))).mode & 0o777).toBe(0o600);
    expect(demo).toMatchObject({ startedMs: NOW_MS, isSeeded: false });
    expect(await demoOf(folder, NOW_MS + DAY_MS)).toEqual(demo);
    expect(await readDemo(folder)).toEqual(demo);
  });

  test("have a password of its own for each person and each folder", async () => {
    const demo = await demoOf(folder, NOW_MS);
    const other = await mkdtemp(join(tmpdir(), "tillbook-demo-"));
    const elsewhere = await demoOf(other, NOW_MS);
    await rm(other, { recursive: true });
    const people = [demo, elsewhere].flatMap(({ owners, superAdmin }) => [
      ...Object.values(owners),
      superAdmin,
    ]);
    expect(people).toHaveLength(2 * (DEMO_SHOPS.length + 1));
    expect(new Set(people.map(({ password }) => password)).size).toBe(people.length);
  });
});
