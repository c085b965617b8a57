import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { withTimeout } from "#kernel/node/time.ts";

import type { Log } from "./logging/logger.ts";
import { type Client, type ConnectionSettings, createClient } from "./postgres/connections.ts";

export type Leadership = Readonly<{
  epoch: number;
  /** The connection that holds the lock: what fails on it has lost the lock, too. */
  client: Client;
  /** Aborted as soon as the lock may be another's, and when the relay stops. */
  signal: AbortSignal;
}>;

type Candidate = Readonly<{
  /** Of which one process at a time holds the office. */
  office: Office;
  database: ConnectionSettings;
  log: Log;
  signal: AbortSignal;
  lead: (leadership: Leadership) => Promise<void>;
}>;

export type Office = Readonly<{
  name: string;
  /** What a new holder is told apart by from the one before. */
  takeOver: (client: Client) => Promise<number>;
}>;

const TRY_EVERY_MS = 250;
const CLOSE_WITHIN_MS = 1_000;
const TRY_LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";
const NEW_EPOCH =
  "update es.relay_leader set epoch = epoch + 1, since_ms = $1 where id returning epoch";

/** Runs `lead` whenever the lock is held, until the signal. No waiting query: it would hold back vacuum. */
export async function stayCandidate(candidate: Candidate): Promise<void> {
  const { log, signal } = candidate;
  while (!signal.aborted) {
    try {
      await holdOffice(candidate);
    } catch (err) {
      log.warn({ err }, `${candidate.office.name} lost its connection to Postgres, trying again`);
    }
    await pause(TRY_EVERY_MS, signal);
  }
}

async function holdOffice({ office, database, log, signal, lead }: Candidate): Promise<void> {
  const lost = new AbortController();
  const client = createClient({ ...database, settings: { ...database.settings, ...LOST_PEER } });
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  const leading = AbortSignal.any([signal, lost.signal]);
  try {
    await client.connect();
    while (!leading.aborted) {
      const epoch = await tryToLead(client, office);
      if (epoch === undefined) {
        await pause(TRY_EVERY_MS, leading);
        continue;
      }
      log.info({ epoch }, `this ${office.name} leads`);
      await lead({ epoch, client, signal: leading });
      return;
    }
  } finally {
    lost.abort();
    await withTimeout(CLOSE_WITHIN_MS, "Postgres", client.end()).catch(() => undefined); // gone anyway
  }
}

/** Has Postgres free the lock of a host that vanished without a word. */
const LOST_PEER = {
  tcp_keepalives_idle: "3",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "2",
  tcp_user_timeout: "7000",
};

const Locked = z.tuple([z.object({ locked: z.boolean() })]);
const Epoch = z.tuple([z.object({ epoch: z.int() })]);

async function tryToLead(client: Client, { name, takeOver }: Office): Promise<number | undefined> {
  const [{ locked }] = Locked.parse(
    (await client.query<object>(TRY_LOCK, [`tillbook.${name}`])).rows,
  );
  return locked ? takeOver(client) : undefined;
}

/** Fences the cursors of the log: who took over writes no more of them. */
export const RELAY_OFFICE: Office = {
  name: "relay",
  takeOver: async (client) => {
    const [{ epoch }] = Epoch.parse((await client.query<object>(NEW_EPOCH, [Date.now()])).rows);
    return epoch;
  },
};

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined); // a signal ends every pause
