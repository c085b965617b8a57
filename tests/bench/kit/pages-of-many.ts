import { percentile } from "#tests/kit/product/sales-load.ts";

import { openConnection } from "./http-connection.ts";
import { importCsv } from "./large-shop.ts";
import type { BenchProduct } from "./standalone-product.ts";

export const MANY = 100_000;
const PARTS = 10;
const PAGE = 100;
const PAGES = 200;

/**
 * Adds that many products, and answers with the p99 in ms of their pages, read one after the other:
 * at the start, at the end and between, by number.
 */
export async function pagesOfMany(
  product: BenchProduct,
  as: Readonly<{ token: string }>,
): Promise<number> {
  for (let part = 0; part < PARTS; part += 1) {
    const rows = Array.from({ length: MANY / PARTS }, (_, at) => `Part ${part} of ${at},4.50,200`);
    await importCsv(product.url, as, "products", ["name,price,stock", ...rows]);
  }
  await product.caughtUp();
  const connection = await openConnection(new URL(product.url));
  const headers = { authorization: `Bearer ${as.token}` };
  const times: number[] = [];
  for (let read = 0; read < PAGES; read += 1) {
    const page = 1 + Math.floor((read * (MANY / PAGE - 1)) / (PAGES - 1));
    const startedMs = performance.now();
    const path = `/api/products.php?limit=${PAGE}&page=${page}`;
    const { status, body } = await connection.request({ method: "GET", path, headers });
    if (status !== 200) throw new Error(`${status} ${body.toString()}`);
    times.push(performance.now() - startedMs);
  }
  connection.close();
  return percentile(times, 0.99);
}
