// oxlint-disable-next-line import/no-unassigned-import -- gives Node the database that a browser has
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { success, written } from "#kernel/contract/api/envelope.ts";
import { CHANGES_PATH, TillChanges, type TillProduct } from "#kernel/contract/api/till/changes.ts";
import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { openMobileNetwork } from "#tests/kit/fakes/mobile-network.ts";
import type { Till as Owner } from "#tests/kit/product/till.ts";
import { openBrowserTill } from "#tests/kit/till/browser-till.ts";
import type { RawAnswer } from "#web/api/signed-request.ts";
import type { Cart } from "#web/state/cart.ts";

// A till that sells for two weeks without a network and then sends everything over a bad one. What
// sends is the till's own code; the database of its browser is in memory.

const LINE = { bitsPerSecond: 1_000_000, roundTripMs: 400, faulty: 0.05 };
const DAY_MS = 86_400_000;
/** A till may be without contact for 14 days. */
const AWAY_MS = 13.9 * DAY_MS;
const PRODUCTS = 50;
const MOST_LINES = 4;
const GIVE_UP_MS = 300_000;
const LOOK_EVERY_MS = 50;
const CLOCK_READ_MS = 200;

const CLOCK = join(import.meta.dirname, "../../kit/shifted-clock/main.ts");
const clocks = join(tmpdir(), `tillbook-clocks-${randomUUID()}`);

/** The product with a clock that can be set ahead. */
export const WITH_CLOCK = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FOLDER: clocks };

async function setAhead(url: string, ms: number): Promise<void> {
  await mkdir(clocks, { recursive: true });
  await writeFile(join(clocks, new URL(url).port), String(ms));
  await delay(CLOCK_READ_MS);
}

const Person = z.object({ id: z.string() });

export type Sent = Readonly<{
  sales: number;
  seconds: number;
  requests: number;
  cut: number;
  stalled: number;
  kilobytes: number;
}>;

type Field = Readonly<{ url: string; owner: Owner; random: Random; sales: number }>;

/** `url` is that of a product `WITH_CLOCK`. */
export async function sendFortnight({ url, owner, random, sales }: Field): Promise<Sent> {
  const { hostname: host, port } = new URL(url);
  const network = await openMobileNetwork({ host, port: Number(port) }, { ...LINE, random });
  for (let product = 0; product < PRODUCTS; product += 1) {
    await owner.addProduct(`Product ${product}`, 100_000);
  }
  const line = { isThere: true };
  const till = await openBrowserTill({
    tenantId: owner.tenantId,
    person: Person.parse(JSON.parse(owner.stored["user"] ?? "")).id,
    enrol: async (body) => {
      const answer = await owner.ask("POST", "/api/v1/tills", { body });
      return written(EnrolledTill).parse(answer.body).data;
    },
    download: async (since) => {
      const query = since === undefined ? "" : `?since=${since}`;
      const answer = await owner.ask("GET", CHANGES_PATH + query);
      return success(TillChanges).parse(answer.body).data;
    },
    send: async (path, { bytes, headers }, withinMs): Promise<RawAnswer> => {
      if (!line.isThere) throw new Error("no network");
      const signal = AbortSignal.timeout(Math.ceil(withinMs));
      const how = { method: "POST", headers: { ...headers }, body: bytes, signal };
      const answer = await fetch(network.url + path, how);
      return { status: answer.status, json: await answer.json() };
    },
  });
  await till.open();
  line.isThere = false;
  const products = till.now().data?.products ?? [];
  for (let sale = 0; sale < sales; sale += 1) {
    till.clocks.monoMs += AWAY_MS / sales;
    await till.sell(cartFrom(products, random));
  }
  await setAhead(url, AWAY_MS);
  line.isThere = true;
  const before = network.counts();
  const startedAt = performance.now();
  void till.contact();
  while (till.now().toSend > 0 && performance.now() - startedAt < GIVE_UP_MS) {
    await delay(LOOK_EVERY_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = network.counts();
  till.close();
  await network.close();
  return {
    sales: sales - till.now().toSend,
    seconds,
    requests: after.requests - before.requests,
    cut: after.cut,
    stalled: after.stall,
    kilobytes: Math.round((after.bytesUp - before.bytesUp) / 1_000),
  };
}

/** Different products, each at its price. */
function cartFrom(products: readonly TillProduct[], random: Random): Cart {
  const first = Math.floor(random() * products.length);
  const lines = Array.from({ length: 1 + Math.floor(random() * MOST_LINES) }, (_, at) => {
    const product = products[(first + at) % products.length];
    if (!product) throw new Error("the till has no products");
    return {
      productId: product.id,
      name: product.name,
      unitPriceMinor: product.priceMinor,
      listPriceMinor: product.priceMinor,
      quantity: 1,
      perUnit: 1,
      unit: null,
      stock: product.stock,
    };
  });
  return { lines, newest: null, customer: null };
}
