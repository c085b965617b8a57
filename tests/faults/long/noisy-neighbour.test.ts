import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe } from "vitest";
import * as z from "zod/mini";

import {
  type Noise,
  type Phases,
  sellBesideNoise,
  slowdownOf,
} from "#tests/kit/product/noisy-neighbour.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { openTill, request } from "#tests/kit/product/till.ts";
import { row } from "#tests/scorecard/row.ts";

const KINDS: readonly Noise[] = ["verify", "bundle", "past", "lists", "files", "reads", "import"];
const CALLERS = 8;
const PHASE_MS = 2_500;
const ROUNDS = 4;
const MINUTE = 60_000;

/** Not by the minute: these limits hold one person, such as the cashier of this test. */
const NOT_BY_THE_MINUTE = { REQUESTS_PER_MINUTE: "1000000", WRITES_PER_MINUTE: "1000000" };

/** Everything else that holds a tenant back, set so high that it holds nothing. */
const LIMITS_OFF = {
  REQUESTS_PER_SECOND: "1000000",
  WRITES_PER_SECOND: "1000000",
  HEAVY_REQUESTS_AT_ONCE: "1000",
  HEAVY_WORK_AT_ONCE: "1000",
  HEAVY_WORK_PERCENT: "100",
};

const folders: string[] = [];
const products: Standalone[] = [];
afterAll(async () => {
  for (const product of products) await product.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The whole product with a demo shop that has three months of sales, and a new shop beside it. */
async function open(env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-noise-"));
  folders.push(folder);
  const product = await startStandalone(folder, { ...NOT_BY_THE_MINUTE, ...env });
  products.push(product);
  // The first is the owner of the first demo shop.
  const [owner] = await product.signIns();
  const signedIn = await request(product.url, "POST", "/auth/login.php", { body: owner });
  const { token } = z.object({ token: z.string() }).parse(signedIn.body);
  const till = await openTill(product.url, "Quiet shop");
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  for (let n = 0; n < 300; n += 1) await till.sell([{ productId, quantity: 1 }]);
  return { url: product.url, noisy: token, till, productId, callers: CALLERS, phaseMs: PHASE_MS };
}

const rounded = (ratio: number): number => Math.round(ratio * 100) / 100;

describe("one tenant asks as fast as it can", () => {
  row(
    38,
    "another tenant's sales take at most twice as long",
    async ({ figure }) => {
      const shops = await open({});
      const all: Phases[] = [];
      for (const kind of KINDS) all.push(await sellBesideNoise({ ...shops, kind, rounds: ROUNDS }));
      const usual = all.flatMap(({ quiet }) => quiet);
      for (const phases of all) {
        const { kind, refused } = phases;
        const { p50, p99, line } = slowdownOf(phases, usual);
        process.stdout.write(`${line}\n`);
        figure(`p50 of a sale under ${kind}, times the usual`, rounded(p50), { atMost: 2 });
        figure(`p99 of a sale under ${kind}, times the usual`, rounded(p99), { atMost: 2 });
        figure(`sales refused under ${kind}`, refused, { exactly: 0 });
      }
    },
    10 * MINUTE,
  );

  row(
    38,
    "without limits another tenant's sales take longer than that",
    async ({ control }) => {
      const shops = await open(LIMITS_OFF);
      let worst = 0;
      for (const kind of ["verify", "lists"] as const) {
        const phases = await sellBesideNoise({ ...shops, kind, rounds: 1 });
        // The p99 of a hundred sales is one sale.
        const { p50, line } = slowdownOf(phases, phases.quiet);
        process.stdout.write(`limits off, ${line}\n`);
        worst = Math.max(worst, p50);
      }
      control("p50 of a sale without limits, times the usual", rounded(worst), { atLeast: 2.5 });
    },
    5 * MINUTE,
  );
});
