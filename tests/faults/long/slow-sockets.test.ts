import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, describe } from "vitest";

import { type Dripping, dripMany, lastClosedSeconds, stillOpen } from "#tests/kit/http/dripping.ts";
import { sellFor } from "#tests/kit/product/noisy-neighbour.ts";
import { percentile } from "#tests/kit/product/sales-load.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { openTill } from "#tests/kit/product/till.ts";
import { row } from "#tests/scorecard/row.ts";

const DRIPPING = 1_000;
const ROUNDS = 3;
const PHASE_MS = 8_000;
const MINUTE = 60_000;
const PART = "x".repeat(65_536);
const PARTS = 160;

const opened: { product: Standalone; folder: string }[] = [];
afterAll(async () => {
  for (const { product, folder } of opened) {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function open() {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-slow-"));
  // No per-minute limit for the one cashier of this test, who sells all the time.
  const product = await startStandalone(folder, { WRITES_PER_MINUTE: "1000000" });
  opened.push({ product, folder });
  const till = await openTill(product.url, "Shop");
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  return { till, productId, port: Number(new URL(product.url).port) };
}

/** 10 MiB, chunked: sent as far as the server reads. */
async function sendHuge(port: number, localAddress: string): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  socket.on("error", () => undefined).on("data", () => undefined);
  const closed = once(socket, "close").catch(() => undefined);
  socket.write(
    "POST /api/products.php HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
  );
  for (let part = 0; part < PARTS && !socket.destroyed; part += 1) {
    const isTaken = socket.write(`10000\r\n${PART}\r\n`);
    if (!isTaken) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  socket.end();
  await Promise.race([closed, delay(1_000)]);
  socket.destroy();
}

describe("the whole product under slow and huge requests", () => {
  row(
    26,
    "1,000 dripping sockets and bodies of 10 MiB do not slow down sales",
    async ({ figure }) => {
      const { till, productId, port } = await open();
      await sellFor(till, productId, 3_000);
      const ratios: number[] = [];
      const dripping: Dripping[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const quiet = await sellFor(till, productId, PHASE_MS);
        // From four addresses, so that none reaches the limit of connections.
        const localAddressOf = (n: number) => `127.0.1.${1 + (n % 4)}`;
        dripping.push(
          ...(await dripMany(DRIPPING, (n) => ({ port, localAddress: localAddressOf(n) }))),
        );
        let isOver = false;
        const huge = (async () => {
          while (!isOver) await sendHuge(port, "127.0.1.9");
        })();
        const loud = await sellFor(till, productId, PHASE_MS);
        isOver = true;
        await huge;
        await delay(7_000); // 15 s after the last one was opened.
        ratios.push(loud.p99 / quiet.p99);
        process.stdout.write(
          `sale p99 ${quiet.p99.toFixed(1)} -> ${loud.p99.toFixed(1)} ms, ${stillOpen(dripping)} sockets open\n`,
        );
      }
      figure("sockets left open", stillOpen(dripping), { exactly: 0 });
      figure("the last socket closed after, seconds", lastClosedSeconds(dripping), { atMost: 15 });
      const ratio = Math.round(percentile(ratios, 0.5) * 100) / 100;
      figure("p99 of a sale, times the usual", ratio, { atMost: 2 });
    },
    5 * MINUTE,
  );
});
