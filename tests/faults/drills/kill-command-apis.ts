import { setTimeout as delay } from "node:timers/promises";

import { createRandom } from "#tests/kit/builders/random.ts";
import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  compareWithLog,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { type Load, startSales, until } from "#tests/kit/product/sales-load.ts";
import { openTill } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { relayEpoch, relayLeader } from "./relay-leader.ts";

const MOST_BETWEEN_MS = 800;
const PER_SECOND = 30;

/**
 * Kills the leading command API and, each second time, one drawn at random, at random moments under
 * load.
 */
export async function killCommandApis(
  it: Distributed,
  { seed, figure, control }: RowTest,
  kills: number,
): Promise<void> {
  const random = createRandom(seed);
  const till = await openTill(it.product().url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const load = startSales(till, { productId, perSecond: PER_SECOND });
  const readyMs: number[] = [];
  for (let n = 0; n < kills; n += 1) {
    await delay(random() * MOST_BETWEEN_MS);
    const epoch = await relayEpoch(it.query);
    const leading = await relayLeader(it);
    const [drawn = leading] = it.product().commandApis.slice(random() < 0.5 ? 0 : 1);
    const api = n % 2 === 0 ? leading : drawn;
    await api.kill();
    if (api === leading) {
      const leads = async () => (await relayEpoch(it.query)) > epoch;
      await until("another relay leads", leads, 10_000);
    }
    const startedAt = performance.now();
    await api.restart();
    readyMs.push(performance.now() - startedAt);
  }
  await load.stop();
  await caughtUp(it.query, till.tenantId, 30_000);

  const { lost, doubled, unknown, gaps } = await compareWithLog(it.query, till.tenantId, load);
  figure("sales acknowledged", load.sold.length, { atLeast: 100 });
  figure("sales refused", load.refused.length, { exactly: 0 });
  figure("sales lost", lost, { exactly: 0 });
  figure("sales doubled", doubled, { exactly: 0 });
  figure("sales recorded but never acknowledged", unknown, { exactly: 0 });
  figure("gaps in the log", gaps, { exactly: 0 });
  figure("kills", readyMs.length, { exactly: kills });
  figure("slowest ready in ms", Math.max(...readyMs), { atMost: 5_000, besideOthers: 10_000 });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);

  const planted = await plantLossAndDouble(it, till.tenantId, load);
  control("sales lost, one planted", planted.lost, { exactly: 1 });
  control("sales doubled, one planted", planted.doubled, { exactly: 1 });
}

/** What the check says of a log in which one sale has another's key. */
const plantLossAndDouble = (it: Distributed, tenantId: string, load: Load) =>
  it.undone(async (query) => {
    const [one, other] = load.sold;
    await query("update es.events set command_id = $2 where tenant_id = $1 and command_id = $3", [
      tenantId,
      one?.key,
      other?.key,
    ]);
    return compareWithLog(query, tenantId, load);
  });
