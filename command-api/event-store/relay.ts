import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { type Leadership, pause, RELAY_OFFICE, stayCandidate } from "#kernel/node/leader.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { type ConnectionSettings, createPool } from "#kernel/node/postgres/connections.ts";
import { listen } from "#kernel/node/postgres/listen.ts";
import { withTimeout } from "#kernel/node/time.ts";

import { findDirty } from "./relay-log.ts";
import { createNews, type News } from "./relay-news.ts";
import { pump } from "./relay-pump.ts";

export type RelayStatus = Readonly<{
  leader: boolean;
  epoch: number;
  /** Events that wait, as the last sweep saw them; unknown to who does not lead. */
  lag: number | undefined;
}>;

export type Relay = Readonly<{
  /** Tenants with news; a hint may be lost, repeated or wrong. */
  hint: (tenantIds: Iterable<string>) => void;
  status: () => RelayStatus;
  stop: () => Promise<void>;
}>;

export type RelayOptions = Readonly<{
  /** As role `relay`. */
  database: ConnectionSettings;
  publisher: EventPublisher;
  log: Log;
  sweepEveryMs?: number;
}>;

const SWEEP_WITHIN_MS = 2_000;
const HANDOVER_MS = 300;

/** Carries the log to the bus: every event at least once, each tenant's in order, by one leader. */
export function startRelay({ database, publisher, log, sweepEveryMs = 250 }: RelayOptions): Relay {
  const stopping = new AbortController();
  const pool = createPool({
    ...database,
    settings: { ...database.settings, ...RELAY_SETTINGS },
    max: 1,
  });
  const news = createNews();
  let status: RelayStatus = { leader: false, epoch: 0, lag: undefined };

  async function lead(leadership: Leadership): Promise<void> {
    const { epoch } = leadership;
    const ended = new AbortController();
    const signal = AbortSignal.any([leadership.signal, ended.signal]);
    signal.addEventListener("abort", news.wake, { once: true });
    const office = { ...leadership, signal };
    const setLag = (lag: number | undefined) => (status = { leader: true, epoch, lag });

    setLag(undefined);
    const onNotice = (_: string, payload: string) => news.add(payload.split(","));
    const listening = listen(
      { connection: database, channels: ["es_hint"], onNotice, log },
      signal,
    );
    const pumping = pump({ pool, publisher, log, news }, office);
    try {
      await Promise.race([sweep({ ...office, news, sweepEveryMs, setLag }), pumping]);
    } finally {
      ended.abort();
      status = { leader: false, epoch, lag: undefined };
      // A round on its way may still move its cursors: the next leader then sends nothing twice.
      await withTimeout(HANDOVER_MS, "the last round", pumping).catch(() => undefined);
      await listening;
    }
  }

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await running;
    await pool.end();
  };
  const candidate = { office: RELAY_OFFICE, database, log, signal: stopping.signal };
  const running = stayCandidate({ ...candidate, lead });
  return {
    hint: (tenantIds) => {
      if (status.leader) news.add(tenantIds);
    },
    status: () => status,
    stop: () => (stopped ??= stop()),
  };
}

type Sweep = Leadership &
  Readonly<{ news: News; sweepEveryMs: number; setLag: (lag: number) => void }>;

/** On the connection that holds the lock: a sweep that fails or hangs ends the leadership. */
async function sweep({ client, signal, news, sweepEveryMs, setLag }: Sweep): Promise<void> {
  while (!signal.aborted) {
    const dirty = await withTimeout(SWEEP_WITHIN_MS, "Postgres", findDirty(client));
    if (signal.aborted) return;
    setLag(dirty.reduce((sum, { behind }) => sum + behind, 0));
    news.add(dirty.map(({ tenantId }) => tenantId));
    await pause(sweepEveryMs, signal);
  }
}

const RELAY_SETTINGS = {
  synchronous_commit: "off", // a lost cursor only sends again
  // One plan for all 16 partitions, and not one that thinks the tables empty for ever.
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};
