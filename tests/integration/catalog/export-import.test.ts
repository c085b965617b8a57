import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { until } from "#tests/kit/product/sales-load.ts";

import { counterOf, thingOf } from "./counter.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const PRODUCTS = "/api/v1/products/import";

test("an export can be imported again", async () => {
  const name = '=Milo, "tin"';
  await counter.post("/api/products.php", {
    name,
    price: 62.5,
    stock: 7,
    sku: "-7",
    barcodes: ["1", "2"],
  });
  let text = "";
  await until(
    "the product is in the file",
    async () => {
      ({ text } = await counter.read("/api/v1/exports/products.csv"));
      return text.includes("=Milo");
    },
    60_000,
  );
  const [head = "", ...lines] = text.split("\r\n");
  const own = lines.filter((line) => line.includes("=Milo"));
  const answer = await counter.upload(PRODUCTS, [head, ...own].join("\r\n"));
  expect(thingOf(answer)).toMatchObject({
    added: 1,
    ignored_columns: ["id", "created_at", "updated_at"],
  });
  const twins = await counter.list(`/api/products.php?search=${encodeURIComponent(name)}`);
  const known = { name, price: 62.5, stock: 7, sku: "-7", barcodes: ["1", "2"] };
  expect(twins).toMatchObject([known, known]);
});
