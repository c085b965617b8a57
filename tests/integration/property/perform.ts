import { randomUUID } from "node:crypto";

import { expect } from "vitest";
import * as z from "zod/mini";

import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";

import type { Call, Step } from "./calls.ts";
import type { Request, Shop } from "./shop.ts";
import { toRequest } from "./to-request.ts";

const List = z.object({
  data: z.array(z.looseObject({ id: z.string(), stock: z.optional(z.int()) })),
});
type Items = z.infer<typeof List>["data"];

const listed = async (shop: Shop, url: string): Promise<Items> => {
  const answer = await shop.read(url);
  expect([url, answer.status]).toEqual([url, 200]);
  return List.parse(answer.body).data;
};

/**
 * Performs one step, and checks at once that the next list shows it and that a repeat changes
 * nothing.
 */
export async function perform({ call, as }: Step, shop: Shop, other: Shop): Promise<void> {
  const stocks = call.kind === "count stock" ? await listed(shop, "/api/products.php") : [];
  const stockOf = (id: string): number => stocks.find((item) => item.id === id)?.stock ?? 0;
  const request = toRequest({ call, as, shop, other, stockOf });
  if (!request) return;
  if (call.kind === "repeat") return repeat(shop, request, call.which);
  if (call.kind === "reuse key") return reuse(shop, request, call.which);

  const key = randomUUID();
  const times = call.kind === "sell" ? call.times : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => shop.send(request, key)));
  const [answer] = answers;
  if (!answer) return;
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status === 200) {
    // One effect and one answer, however many were sent at once.
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  }
  if (call.kind === "sell theirs") expect(answer.status).toBe(404);
  shop.operations.push({ key, request, answer });
  if (answer.status === 200) await expectSeen(call, shop, request, answer);
}

const nth = <Value>(values: readonly Value[], which: number): Value | undefined =>
  values[which % Math.max(1, values.length)];

async function repeat(shop: Shop, request: Request, which: number): Promise<void> {
  const before = nth(shop.operations, which);
  if (!before || before.answer.status !== 200) return;
  const again = await shop.send(request, before.key);
  expect(["repeated command", again.status, again.text]).toEqual([
    "repeated command",
    200,
    before.answer.text,
  ]);
}

async function reuse(shop: Shop, request: Request, which: number): Promise<void> {
  const before = nth(shop.operations, which);
  if (!before || before.answer.status !== 200) return;
  expect((await shop.send({ ...request, as: "owner" }, before.key)).status).toBe(422);
}

/** The next list of the same client shows what was answered with 200. */
async function expectSeen(call: Call, shop: Shop, request: Request, answer: Answer): Promise<void> {
  const list = LISTS[call.kind];
  if (list === undefined) return;
  const id = idOf(answer);
  const [url, isThere] = list;
  const found = (await listed(shop, url)).find((item) => item.id === id);
  expect([`read after write: ${request.method} ${request.url}`, found !== undefined]).toEqual([
    `read after write: ${request.method} ${request.url}`,
    isThere,
  ]);
  const told = Stocked.safeParse(answer.body).data?.data.stock;
  if (told !== undefined && found) {
    expect(["stock read after write", found.stock]).toEqual(["stock read after write", told]);
  }
  remember(call, shop, id);
}

const Stocked = z.object({ data: z.object({ stock: z.int() }) });

const LISTS: Readonly<Partial<Record<Call["kind"], readonly [url: string, isThere: boolean]>>> = {
  "add product": ["/api/products.php", true],
  "change product": ["/api/products.php", true],
  "count stock": ["/api/products.php", true],
  "track stock": ["/api/products.php", true],
  "move stock": ["/api/products.php", true],
  "archive product": ["/api/products.php", false],
  "add customer": ["/api/customers.php", true],
  "change customer": ["/api/customers.php", true],
  "archive customer": ["/api/customers.php", false],
  sell: ["/api/sales.php", true],
  "void sale": ["/api/sales.php", false],
};

function remember({ kind }: Call, { products, customers, sales }: Shop, id: string): void {
  if (kind === "add product") products.push(id);
  if (kind === "add customer") customers.push(id);
  if (kind === "sell") sales.push(id);
}
