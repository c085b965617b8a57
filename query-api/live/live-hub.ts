import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";
import { toNotificationItem } from "#query-api/notification/notifications.query.ts";

import {
  createLiveStreams,
  type LiveLimits,
  type LivePlace,
  type LiveStream,
  type LiveStreams,
} from "./live-streams.ts";
import { holdingSessions, type LiveRow, positionOf, raisedSince } from "./live.query.ts";

export type LiveHub = Readonly<{
  positionOf: (tenantId: TenantId) => Promise<number>;
  /** Undefined: the tenant or this process has too many streams. */
  reserve: (tenantId: TenantId) => LivePlace | undefined;
  /** Takes the payload of the projector's notice: `tenantId:seq,tenantId:seq`. */
  heard: (payload: string) => void;
  close: () => void;
}>;

type HubOptions = Readonly<{ pool: Pool; clock: Clock; log: Log; limits: LiveLimits }>;

/** Events within this time are combined into one message. */
const GATHER_MS = 200;
const HEARTBEAT_MS = 15_000;
/** Short enough that ended sessions are disconnected within five seconds. */
const LOOK_MS = 2_000;

/**
 * Tells each open stream that its tenant has changed, and sends each person their notifications.
 */
export function createLiveHub(options: HubOptions): LiveHub {
  const { pool, log, limits } = options;
  const streams = createLiveStreams(limits);
  const notices = new Map<string, number>();
  let gathering: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();

  const tell = async (): Promise<void> => {
    const batch = [...notices];
    notices.clear();
    for (const [tenantId, seq] of batch) {
      await tellTenant(pool, streams, { tenantId, seq }).catch((err: unknown) =>
        log.warn({ err }, "live updates failed, waiting for the next notice"),
      );
    }
  };
  const heartbeat = setInterval(() => {
    for (const stream of streams.all()) streams.send(stream, ":\n\n");
  }, HEARTBEAT_MS);
  const looking = setInterval(() => void cutEnded(options, streams), LOOK_MS);

  return {
    positionOf: (tenantId) => positionOf(pool, tenantId),
    reserve: streams.reserve,
    heard: (payload) => {
      for (const one of payload.split(",")) {
        const [tenantId = "", seq = ""] = one.split(":");
        if (streams.ofTenant(tenantId).length === 0) continue;
        notices.set(tenantId, Math.max(Number(seq), notices.get(tenantId) ?? 0));
      }
      if (notices.size === 0) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        telling = telling.then(tell);
      }, GATHER_MS);
    },
    close: () => {
      clearTimeout(gathering);
      clearInterval(heartbeat);
      clearInterval(looking);
      for (const stream of streams.all()) streams.cut(stream);
    },
  };
}

type TenantProgress = Readonly<{ tenantId: string; seq: number }>;

async function tellTenant(pool: Pool, streams: LiveStreams, { tenantId, seq }: TenantProgress) {
  const listening = streams.ofTenant(tenantId);
  const [first] = listening;
  if (!first) return;
  for (const stream of listening) streams.send(stream, toEvent("changed", { seq }));

  const users = [...new Set<UserId>(listening.map(({ userId }) => userId))];
  const since = Math.min(...listening.map(({ position }) => position.seq));
  const { rows, checkpoint } = await raisedSince(pool, { tenantId: first.tenantId, users, since });
  const covered = rows.length < MOST_ROWS ? checkpoint : (rows.at(-1)?.raised_seq ?? checkpoint);
  for (const stream of listening) tellPerson(streams, stream, { rows, covered });
}

const MOST_ROWS = 500;

type RaisedNotifications = Readonly<{ rows: readonly LiveRow[]; covered: number }>;

function tellPerson(
  streams: LiveStreams,
  stream: LiveStream,
  { rows, covered }: RaisedNotifications,
): void {
  const { userId, position } = stream;
  for (const row of rows) {
    if (row.user_id !== userId || row.raised_seq <= position.seq) continue;
    streams.send(stream, toEvent("notification", toNotificationItem(row)));
  }
  position.seq = Math.max(position.seq, covered);
}

/** JSON contains no raw line breaks, so it fits on one line of an event stream. */
export const toEvent = (name: "hello" | "changed" | "notification", data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Disconnects ended sessions, and everyone of a suspended tenant. */
async function cutEnded({ pool, clock, log }: HubOptions, streams: LiveStreams): Promise<void> {
  const open = streams.all();
  if (open.length === 0) return;
  try {
    const holding = await holdingSessions(pool, open, clock());
    for (const stream of open) if (!holding.has(stream.sid)) streams.cut(stream);
  } catch (err) {
    log.warn({ err }, "checking the sessions of live streams failed");
  }
}
