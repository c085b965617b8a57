import { setTimeout as delay } from "node:timers/promises";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import { PLATFORM_TENANT_ID, TenantId } from "#kernel/contract/ids.ts";
import { EVENTS_TOPIC, openSender } from "#kernel/node/kafka/client.ts";
import { toMessage } from "#kernel/node/kafka/event-message.ts";
import { commandOf, newStream } from "#tests/kit/builders/append-commands.ts";
import { stored } from "#tests/kit/builders/stored-event.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import type { Distributed } from "#tests/kit/product/distributed.ts";
import { caughtUp, lagMs } from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const ALERT_WITHIN_MS = 30_000;
const WATCHED_MS = 5_000;
const PER_SECOND = 20;

/** A valid sale that the next version calls by a name which this one does not know. */
const UNKNOWN_TYPE = "SaleTeleported";

/** Two shops get events that cannot be projected; another one goes on and must notice nothing. */
export async function poisonLogs(it: Distributed, { figure, control }: RowTest): Promise<void> {
  const { url } = it.product();
  const [healthy, unknown, lacking] = [
    await openTill(url),
    await openTill(url),
    await openTill(url),
  ];
  const productId = await healthy.addProduct("Milo 400g", 1_000_000);
  for (const till of [unknown, lacking]) await sellOne(till);
  await caughtUp(it.query, healthy.tenantId, 10_000);

  const load = startSales(healthy, { productId, perSecond: PER_SECOND });
  const poisonedAt = performance.now();
  await poison(it, unknown, UNKNOWN_TYPE, (data) => data);
  await poison(it, lacking, "SaleRecorded", ({ lines: _lines, ...data }) => data);
  await sendBadMessages(it, unknown);
  const worstLagMs = await worstLag(it, healthy);
  for (const till of [unknown, lacking]) {
    const isRaised = async () => (await alertsOf(it, till)) > 0;
    await until("an alert is raised", isRaised, ALERT_WITHIN_MS);
  }
  const alertMs = performance.now() - poisonedAt;
  await load.stop();
  figure("worst lag of another tenant in ms", worstLagMs, { atMost: 2_000 });
  figure("ms until both alerts are raised", alertMs, { atMost: ALERT_WITHIN_MS });
  control(
    "lag in ms of a tenant whose event cannot be applied",
    await lagMs(it.query, unknown.tenantId),
    {
      atLeast: 2_000,
    },
  );

  await fix(it, unknown);
  await fix(it, lacking);
  // A new build retries what the old one has parked.
  for (const projector of it.product().projectors) await projector.restart();
  for (const { tenantId } of [healthy, unknown, lacking]) {
    await caughtUp(it.query, tenantId, 30_000);
  }
  const tenants = [healthy, unknown, lacking].map(({ tenantId }) => tenantId);
  figure("rows that differ from the log after the fix", await it.differingRows(...tenants), {
    exactly: 0,
  });
}

async function sellOne(till: Till): Promise<void> {
  const productId = await till.addProduct("Gari", 100);
  await till.sell([{ productId, quantity: 1 }]);
}

type Data = Readonly<Record<string, unknown>>;

/** Appends the tenant's sale once more, as another sale, with another type or with changed data. */
async function poison(
  it: Distributed,
  { tenantId }: Till,
  type: string,
  change: (data: Data) => Data,
): Promise<void> {
  const [sale] = await it.query<{ data: Data }>(
    "select data from es.events where tenant_id = $1 and type = 'SaleRecorded'",
    [tenantId],
  );
  const streamId = newStream();
  const data = change({ ...sale?.data, saleId: streamId });
  const command: AppendCommand = commandOf(TenantId.parse(tenantId), [
    {
      streamId,
      streamType: "sale",
      expected: 0,
      type,
      schemaV: 1,
      occurredMs: Date.now(),
      data: JSON.stringify(data),
    },
  ]);
  const pool = poolAs("cmd_writer", it.adminUrl(), 1);
  await appendBatch(pool, [command]);
  await pool.end();
}

/** The data becomes whole and the type a known one, as if a new build knew how to read them. */
const fix = (it: Distributed, { tenantId }: Till): Promise<unknown> =>
  it.query(
    `update es.events e set type = 'SaleRecorded',
            data = (s.data::jsonb || jsonb_build_object('saleId', e.stream_id))::json
       from es.events s
      where e.tenant_id = $1 and e.seq = (select max(seq) from es.events where tenant_id = $1)
        and s.tenant_id = $1 and s.type = 'SaleRecorded' and s.effects is not null`,
    [tenantId],
  );

/** Text that is not JSON, under the name of the tenant. */
async function sendBadMessages(it: Distributed, { tenantId }: Till): Promise<void> {
  const options = { brokers: it.kafka().brokers.split(","), clientId: "poison", log: silent };
  const sender = await openSender({ ...options, topic: EVENTS_TOPIC });
  const message = toMessage(stored(TenantId.parse(tenantId), 5));
  await sender.send(
    Array.from({ length: 20 }, () => ({ ...message, value: "{ not JSON" })),
    5_000,
  );
  await sender.end();
}

async function worstLag(it: Distributed, { tenantId }: Till): Promise<number> {
  let worst = 0;
  const endsAt = performance.now() + WATCHED_MS;
  while (performance.now() < endsAt) {
    worst = Math.max(worst, await lagMs(it.query, tenantId));
    await delay(20);
  }
  return worst;
}

async function alertsOf({ query }: Distributed, { tenantId }: Till): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from es.events
      where tenant_id = $1 and type = 'SystemAlertRaised' and data->>'alertId' like $2`,
    [PLATFORM_TENANT_ID, `parked:${tenantId}:%`],
  );
  return row?.n ?? 0;
}
