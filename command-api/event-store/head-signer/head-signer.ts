import { campaign, type Leadership, type LeaderRole } from "#kernel/node/leader.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { Client, ConnectionSettings } from "#kernel/node/postgres/connections.ts";
import { pause, withTimeout } from "#kernel/node/time.ts";

import { type SigningOptions, signTenant } from "./sign-tenant.ts";
import { addRefusal, findDue, type DueHead, publishKeys } from "./signed-head-rows.ts";

export type HeadSignerOptions = SigningOptions &
  Readonly<{
    /** As role `relay`. */
    database: ConnectionSettings;
    log: Log;
    sweepEveryMs?: number;
    /** A log is signed this long after its last signature, or after this many new events. */
    everyMs?: number;
    events?: number;
  }>;

const ROLE: LeaderRole = { name: "sealing", takeOver: () => Promise.resolve(0) };
const SWEEP_WITHIN_MS = 5_000;
const SIGN_WITHIN_MS = 60_000;
const SWEEP_EVERY_MS = 5_000;
const EVERY_MS = 5 * 60_000;
const EVENTS = 1_000;
/** A log that does not hold is checked again after this time. */
const LET_REST_MS = 60_000;

/**
 * Signs every log as it grows, on one leader. It writes on the connection that holds the lock: a
 * process that loses the lock loses the connection, so two processes never sign on the same note.
 */
export function startHeadSigner(
  options: HeadSignerOptions,
): Readonly<{ stop: () => Promise<void> }> {
  const { database, log } = options;
  const stopping = new AbortController();
  const running = campaign({
    role: ROLE,
    database,
    log,
    signal: stopping.signal,
    whileLeading: (leadership) => sealLogs(options, leadership),
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function sealLogs(options: HeadSignerOptions, { client, signal }: Leadership): Promise<void> {
  const { keys, clock, sweepEveryMs = SWEEP_EVERY_MS } = options;
  await publishKeys(client, keys.publicKeys, clock());
  const restingUntil = new Map<string, number>();
  while (!signal.aborted) {
    const { everyMs = EVERY_MS, events = EVENTS } = options;
    const due = findDue(client, { events, everyMs, nowMs: clock() });
    for (const head of await withTimeout(SWEEP_WITHIN_MS, "Postgres", due)) {
      if ((restingUntil.get(head.tenantId) ?? 0) > clock()) continue;
      const holds = await signToHead(options, client, { head, signal });
      if (!holds) restingUntil.set(head.tenantId, clock() + LET_REST_MS);
    }
    await pause(sweepEveryMs, signal);
  }
}

type Errand = Readonly<{ head: DueHead; signal: AbortSignal }>;

async function signToHead(
  options: HeadSignerOptions,
  client: Client,
  { head, signal }: Errand,
): Promise<boolean> {
  const { clock, log } = options;
  let treeSize = 0;
  do {
    const signing = signTenant(client, head, options);
    const sealed = await withTimeout(SIGN_WITHIN_MS, "Postgres", signing);
    if ("refusal" in sealed) {
      const { message, ...refusal } = sealed.refusal;
      log.error(refusal, `log does not hold and is not signed: ${message}`);
      await addRefusal(client, sealed.refusal, clock());
      return false;
    }
    treeSize = sealed.treeSize;
  } while (treeSize < head.seq && !signal.aborted);
  return true;
}
