import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { claimsOf, edDsa, forge } from "#tests/integration/command-api/account-store/forge.ts";
import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  compareWithLog,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { startSales } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { relayed } from "./relay-leader.ts";

const HOUR_MS = 3_600_000;
const BACK_MS = -600_000;
const PER_SECOND = 30;
/** Until every process has read its new time and a cached session is asked for again. */
const SETTLE_MS = 1_500;

export type ShiftedClocks = Readonly<{
  /** Where each process reads the shift of its clock. */
  folder: string;
  /** Signs tokens, to make one that has expired. */
  tokenKeyPem: string;
  secondsEach: number;
}>;

/** The clocks of the services jump an hour ahead, an hour back, apart, and back by ten minutes. */
export async function jumpClocks(
  it: Distributed,
  { figure, control }: RowTest,
  { folder, tokenKeyPem, secondsEach }: ShiftedClocks,
): Promise<void> {
  const { commandApis, queryApis, projectors } = it.product();
  const set = (processes: readonly ServiceProcess[], shifts: readonly number[]) =>
    Promise.all(
      processes.map(({ url }, n) =>
        writeFile(join(folder, new URL(url).port), String(shifts[n % shifts.length] ?? 0)),
      ),
    );
  const setAll = async (...shifts: readonly number[]): Promise<void> => {
    for (const copies of [commandApis, queryApis, projectors]) await set(copies, shifts);
    await delay(SETTLE_MS);
  };

  const till = await openTill(it.product().url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const load = startSales(till, { productId, perSecond: PER_SECOND });
  let readsRefused = 0;
  let expiredAccepted = 0;
  for (const shifts of [[0], [HOUR_MS, -HOUR_MS], [-HOUR_MS, HOUR_MS], [HOUR_MS], [BACK_MS], [0]]) {
    await setAll(...shifts);
    const expired = expiredToken(till, tokenKeyPem);
    expiredAccepted += await accepted(till, expired);
    readsRefused += await refusedReads(till, secondsEach);
    await till.addProduct("Made by the clock of its service", 1);
  }
  await load.stop();
  await relayed(it.query, till.tenantId, 30_000);
  await caughtUp(it.query, till.tenantId, 30_000);

  const { lost, doubled, gaps } = await compareWithLog(it.query, till.tenantId, load);
  figure("sales", load.sold.length, { atLeast: 100 });
  figure("sales refused", load.tries() - load.sold.length, { exactly: 0 });
  figure("reads refused with a valid session", readsRefused, { exactly: 0 });
  figure("sales lost, doubled or missing in the order", lost + doubled + gaps, { exactly: 0 });
  figure("events before an earlier one by the recorded time", await disorder(it, till, RECORDED), {
    exactly: 0,
  });
  figure("sales more than 60 s off by their own time", await offByMoreThanAMinute(it, till), {
    exactly: 0,
  });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  figure("answers to a token 61 s past its expiry", expiredAccepted, { exactly: 0 });
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  // From an hour ahead to ten minutes back, whichever service it was.
  control("products out of order by the clocks of the services", await disorder(it, till, MADE), {
    atLeast: 1,
  });
}

const RECORDED = { type: "SaleRecorded", time: "recorded_ms" };
/**
 * The time at which the service made the product's id, by its own clock. A sale's id has the time of
 * the database.
 */
const MADE = {
  type: "ProductAdded",
  time: "('x' || left(replace(stream_id::text, '-', ''), 12))::bit(48)::bigint",
};

async function disorder(
  { query }: Distributed,
  till: Till,
  { type, time }: typeof RECORDED,
): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*) filter (where o.at < o.before)::int as n from (
       select ${time} as at, lag(${time}) over (order by seq) as before
         from es.events where tenant_id = $1 and type = $2) o`,
    [till.tenantId, type],
  );
  return row?.n ?? 0;
}

/** The clock of the database was right all the time. */
async function offByMoreThanAMinute({ query }: Distributed, till: Till): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from es.events
      where tenant_id = $1 and type = 'SaleRecorded' and abs(occurred_ms - recorded_ms) > 60000`,
    [till.tenantId],
  );
  return row?.n ?? 0;
}

const PAST_EXPIRY_S = 61;

/** The till's own token, if it had expired just over a minute ago. */
function expiredToken({ token }: Till, privateKeyPem: string): string {
  const exp = Math.floor(Date.now() / 1000) - PAST_EXPIRY_S;
  return forge({ alg: "EdDSA", typ: "JWT" }, { ...claimsOf(token), exp }, edDsa(privateKeyPem));
}

const ASKED = 6;

async function accepted(till: Till, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all([
    ...Array.from({ length: ASKED }, () => till.ask("GET", "/api/sales.php", { headers })),
    ...Array.from({ length: ASKED }, () =>
      till.ask("POST", "/api/products.php", { headers, body: { name: "x", price: 1, stock: 1 } }),
    ),
  ]);
  return answers.filter(({ status }) => status !== 401).length;
}

async function refusedReads(till: Till, seconds: number): Promise<number> {
  let refused = 0;
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const answers = await Promise.all(
      ["/api/sales.php", "/api/dashboard.php"].map((path) => till.ask("GET", path)),
    );
    refused += answers.filter(({ status }) => status !== 200).length;
    await delay(100);
  }
  return refused;
}
