import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { listen, send } from "#tests/kit/http/raw-http.ts";

const DRIPPING = 500;
const MEBIBYTE = 2 ** 20;
/** The sockets would slow sales on every try; other load does so only once. */
const TIMED = { retry: 2 };

let shops: TwoTenants;
let port: number;
let product: string;

beforeAll(async () => {
  shops = await openTwoTenants();
  port = await listen(shops.service.app);
  product = await shops.addProduct("Milo", 1_000_000);
});
afterAll(() => shops.close());

const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const headers = () => ({
  authorization: `Bearer ${shops.tokenOf("owner")}`,
  "content-type": "application/json",
});
const saleOf = (): string =>
  JSON.stringify({ items: [{ product_id: product, quantity: 1, unit_price: 4.5 }] });

async function sellFor(ms: number): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const answer = await send(
      { port, method: "POST", path: "/api/sales.php", headers: headers() },
      saleOf(),
    );
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

/** One byte a second after the start of a request that never ends. */
async function drip(start: string): Promise<{ openMs: () => number | undefined; socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  const startedAt = performance.now();
  let endedMs: number | undefined;
  socket.on("error", () => undefined).on("data", () => undefined);
  await once(socket, "connect");
  socket.write(start);
  const timer = setInterval(() => socket.write("x"), 1000);
  socket.on("close", () => {
    clearInterval(timer);
    endedMs = performance.now() - startedAt;
  });
  return { socket, openMs: () => endedMs };
}

test(
  `${DRIPPING} sockets that drip headers and ${DRIPPING} that drip bodies are closed within 15 s, and sales go on`,
  TIMED,
  async () => {
    const quietMs = await sellFor(2000);
    const body =
      "POST /api/sales.php HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
    const dripping = await Promise.all(
      Array.from({ length: 2 * DRIPPING }, (_, index) =>
        drip(index % 2 === 0 ? "POST /api/sales.php HTTP/1.1\r\nhost: a\r\nx-slow: " : body),
      ),
    );
    const busyMs = await sellFor(8000);
    await expect
      .poll(() => dripping.filter(({ openMs }) => openMs() === undefined).length, {
        timeout: 10_000,
      })
      .toBe(0);
    const longest = Math.max(...dripping.map(({ openMs }) => openMs() ?? 0));
    tell(
      `${dripping.length} dripping sockets, the last closed after ${(longest / 1000).toFixed(1)} s; sale p99 ${quietMs.toFixed(1)} ms before, ${busyMs.toFixed(1)} ms with them`,
    );
    expect(longest).toBeLessThan(15_000);
    // Noise of the second core is not caused by the sockets.
    expect(busyMs).toBeLessThan(Math.max(2 * quietMs, quietMs + 25));
  },
);

const zeros = Buffer.alloc(10 * MEBIBYTE, "0");
const BOMBS = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros),
  zstd: zstdCompressSync(zeros),
};
const PART = 65_536;
// One part sent again and again, because sender and server share this process and only the server's
// memory counts.
const TEN_MEBIBYTES = Array.from<Buffer>({ length: 160 }).fill(Buffer.alloc(PART, "x"));
const CHUNKS = Array.from<Buffer>({ length: 160 }).fill(
  Buffer.from(`10000\r\n${"x".repeat(PART)}\r\n`),
);

test("a body that is too large, too long or compressed too well is refused at once", async () => {
  const rssBefore = process.memoryUsage().rss;
  const answers: Record<"large" | "packed", number[]> = { large: [], packed: [] };
  for (let round = 0; round < 5; round += 1) {
    const over = Buffer.from(`{"a":"${"x".repeat(PART + 1 - 8)}"}`);
    answers.large.push(await post({ "content-length": String(over.length) }, [over]));
    answers.large.push(await post({ "content-length": String(10 * MEBIBYTE) }, TEN_MEBIBYTES));
    answers.large.push(await post({ "transfer-encoding": "chunked" }, CHUNKS));
    for (const [coding, bomb] of Object.entries(BOMBS)) {
      const packed = { "content-encoding": coding, "content-length": String(bomb.length) };
      answers.packed.push(await post(packed, [bomb]));
    }
  }
  const grownMb = (process.memoryUsage().rss - rssBefore) / MEBIBYTE;
  tell(
    `${answers.large.length} bodies too large: ${[...new Set(answers.large)].join()}, ${answers.packed.length} packed: ${[...new Set(answers.packed)].join()}, RSS grew ${grownMb.toFixed(0)} MiB`,
  );
  // If they were read to the end, each would be an invalid product: 400. A compressed body is never
  // unpacked, and is not JSON.
  expect(new Set(answers.large)).toEqual(new Set([413]));
  expect(new Set(answers.packed)).toEqual(new Set([400]));
  expect(grownMb).toBeLessThan(50);
  const small = JSON.stringify({ name: "x".repeat(100), price: 1, stock: 1 });
  const at = { port, method: "POST", path: "/api/products.php", headers: headers() };
  expect((await send(at, small)).status).toBe(200);
});

/** Sends the body part by part until there is an answer; returns its status. */
async function post(
  more: Readonly<Record<string, string>>,
  parts: readonly Buffer[],
): Promise<number> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let heard = "";
  const answers = Promise.withResolvers<void>();
  // A server that closes with unread bytes resets the connection; what it sent before counts.
  socket.on("error", () => undefined).on("close", () => answers.resolve());
  socket.on("data", (text: string) => {
    heard += text;
    answers.resolve();
  });
  const lines = Object.entries({ host: "a", ...headers(), ...more }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`POST /api/products.php HTTP/1.1\r\n${lines.join("")}\r\n`);
  for (const part of parts) {
    if (heard !== "" || socket.destroyed) break;
    const isTaken = socket.write(part);
    if (!isTaken) {
      await Promise.race([once(socket, "drain").catch(() => undefined), answers.promise]);
    }
  }
  await answers.promise;
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]);
}

test("server limits: a body shorter than announced times out, and every database connection has its timeouts", async () => {
  for (const role of ["cmd_writer", "account_writer", "projector", "query_ro"] as const) {
    const pool = poolAs(role, shops.adminUrl, 1);
    const { rows } = await pool.query<{ settings: string }>(
      `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
                        current_setting('idle_in_transaction_session_timeout')) as settings`,
    );
    await pool.end();
    expect([role, rows[0]?.settings]).toEqual([role, "5s 2s 10s"]);
  }
  const short = await send(
    {
      port,
      method: "POST",
      path: "/api/products.php",
      headers: { ...headers(), "content-length": 5 },
    },
    '{"name":"longer than five"}',
  ).catch(() => ({ status: 400 }));
  expect(short.status).toBe(400);
});
