import { setTimeout as delay } from "node:timers/promises";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";
import type { OpenedLog } from "#standalone/operator/audit/open-log.ts";
import { verifyDatabase } from "#standalone/operator/audit/verify-database.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { openCounter } from "#tests/kit/builders/shop-counter.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

import { project, type Roles, SHOPS, sign } from "./tampered-shops.ts";

const WRITERS = 16;

type Quiet = Readonly<{
  verifies: number;
  /**
   * The pause between two sales of one writer, so that the log stays small enough to verify often.
   */
  pauseMs: number;
  random: Random;
  say: (line: string) => void;
}>;

/**
 * Verifies repeatedly while writers sell, a projector follows and heads are signed. It must report
 * nothing.
 */
export async function verifyWhileSelling(
  { roles, keys, log }: Readonly<{ roles: Roles; keys: SigningKeys; log: OpenedLog }>,
  { verifies, pauseMs, random, say }: Quiet,
): Promise<Readonly<{ alarms: number; sold: number }>> {
  const stopping = new AbortController();
  const running = goOn(roles, keys, { pauseMs, random, signal: stopping.signal });
  let alarms = 0;
  try {
    for (let n = 0; n < verifies; n += 1) {
      const verified = await verifyDatabase(log, { isLogOnly: false, progress: () => undefined });
      for (const { tenantId, seq, kind, message } of verified.deviations) {
        say(`  verify ${n + 1}: ${tenantId} ${kind} ${seq} ${message}`);
      }
      alarms += verified.deviations.length;
    }
  } finally {
    stopping.abort();
  }
  return { alarms, sold: await running };
}

type Going = Readonly<{ pauseMs: number; random: Random; signal: AbortSignal }>;

async function goOn(
  roles: Roles,
  keys: SigningKeys,
  { pauseMs, random, signal }: Going,
): Promise<number> {
  const products = await productsOf(roles);
  const store = createEventStore(roles.writer);
  const sealer = sealerOver(roles.writer);
  const counters = SHOPS.map((tenantId) => openCounter(store, tenantId, sealer));
  let sold = 0;
  const until = async (work: () => Promise<unknown>, everyMs: number): Promise<void> => {
    while (!signal.aborted) {
      await work();
      await delay(everyMs);
    }
  };
  const pick = <Item>(items: readonly Item[] = []): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const sellOne = async (): Promise<void> => {
    const counter = pick(counters);
    const product = counter && pick(products.get(counter.tenantId));
    if (!counter || !product) throw new Error("no shop");
    // A product whose price has changed refuses the sale, which only means one sale less.
    const outcome = await counter.sell([[product, 1]]);
    if (!isRejection(outcome)) sold += 1;
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, () => until(sellOne, pauseMs)),
    until(() => project(roles.projector), 20),
    until(async () => {
      for (const tenantId of SHOPS) await sign(roles.relay, tenantId, keys);
    }, 500),
  ]);
  return sold;
}

async function productsOf({ relay }: Roles): Promise<ReadonlyMap<string, readonly ProductId[]>> {
  const { rows } = await relay.query<{ tenantId: string; product: string }>(
    `select tenant_id as "tenantId", stream_id as product from es.events where type = 'ProductAdded'`,
  );
  const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId);
  return new Map(
    [...byTenant].map(([tenantId, all]) => [
      tenantId,
      all.map(({ product }) => ProductId.parse(product)),
    ]),
  );
}
