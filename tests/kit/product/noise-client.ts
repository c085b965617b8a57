// A process of its own: one tenant that asks for one kind of heavy work as fast as it can. It never
// waits after a refusal, and reads answers without parsing them.
//
//   node noise-client.ts URL TOKEN KIND CALLERS

import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

const [url = "", token = "", kind = "", callers = "8"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const statuses: Record<string, number> = {};

const IMPORT_ROWS = 9_000;

type Asked = Readonly<{ path: string; body?: string }>;

const PAST = new Date().toISOString();
const PAST_PATHS = [
  `/api/v1/reports/product?period=365&as_of=${PAST}`,
  `/api/v1/reports/staff?period=365&as_of=${PAST}`,
  `/api/sales/reports.php?period=365&as_of=${PAST}`,
  `/api/dashboard.php?as_of=${PAST}`,
];

const KINDS: Readonly<Record<string, (turn: number) => Asked>> = {
  verify: () => ({ path: "/api/v1/audit/verify" }),
  bundle: () => ({ path: "/api/v1/audit/export" }),
  past: (turn) => ({ path: PAST_PATHS[turn % PAST_PATHS.length] ?? "" }),
  lists: () => ({ path: "/api/sales.php?limit=1000" }),
  files: () => ({ path: "/api/v1/exports/sales.csv" }),
  reads: () => ({ path: "/api/products.php?limit=20" }),
  import: () => ({ path: "/api/v1/products/import", body: csv() }),
};

function csv(): string {
  const batch = randomUUID().slice(0, 8);
  const rows = Array.from(
    { length: IMPORT_ROWS },
    (_, n) => `Item ${batch} ${n},1.50,10,${batch}${n}`,
  );
  return `name,price,stock,sku\n${rows.join("\n")}\n`;
}

async function ask({ path, body }: Asked): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined
      ? {}
      : {
          "content-type": "text/csv",
          "content-length": Buffer.byteLength(body),
          "idempotency-key": randomUUID(),
        }),
  };
  const method = body === undefined ? "GET" : "POST";
  const sent = request(new URL(path, url), { method, headers, agent }, (response) => {
    response.resume().on("error", () => undefined);
    response.on("close", () => resolve(String(response.statusCode)));
  });
  sent.on("error", () => resolve("cut")).end(body);
  const status = await promise;
  statuses[status] = (statuses[status] ?? 0) + 1;
}

process.on("SIGTERM", () => {
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit(0));
});

// Its test may crash without a signal to this process.
process.stdin.on("close", () => process.exit(1)).resume();

const next = KINDS[kind];
if (!next) throw new Error(`no kind of noise: ${kind}`);
await Promise.all(
  Array.from({ length: Number(callers) }, async (_, caller) => {
    for (let turn = caller; ; turn += 1) await ask(next(turn));
  }),
);
