import * as z from "zod/mini";

import type { Log } from "./logging/logger.ts";
import { type Client, type ConnectionSettings, createClient } from "./postgres/connections.ts";
import { pause, withTimeout } from "./time.ts";

export type Leadership = Readonly<{
  epoch: number;
  /** The connection that holds the lock. When a query on it fails, the lock is lost as well. */
  client: Client;
  /** Aborted as soon as another process may hold the lock, and when the candidate stops. */
  signal: AbortSignal;
}>;

/** A role that one process at a time holds. */
export type LeaderRole = Readonly<{
  name: string;
  /** Returns the epoch, a number by which a new leader differs from the one before. */
  takeOver: (client: Client) => Promise<number>;
}>;

type Candidate = Readonly<{
  role: LeaderRole;
  database: ConnectionSettings;
  log: Log;
  signal: AbortSignal;
  whileLeading: (leadership: Leadership) => Promise<void>;
}>;

const TRY_EVERY_MS = 250;
const CLOSE_WITHIN_MS = 1_000;
const TRY_LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";

/** Leads whenever the lock is free, until the signal. It polls, since a waiting query would hold back vacuum. */
export async function campaign(candidate: Candidate): Promise<void> {
  const { log, signal } = candidate;
  while (!signal.aborted) {
    try {
      await lead(candidate);
    } catch (err) {
      log.warn({ err }, `${candidate.role.name} lost its connection to Postgres, trying again`);
    }
    await pause(TRY_EVERY_MS, signal);
  }
}

async function lead({ role, database, log, signal, whileLeading }: Candidate): Promise<void> {
  const lost = new AbortController();
  const client = createClient({ ...database, settings: { ...database.settings, ...LOST_PEER } });
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  const leading = AbortSignal.any([signal, lost.signal]);
  try {
    await client.connect();
    while (!leading.aborted) {
      const epoch = await takeLock(client, role);
      if (epoch === undefined) {
        await pause(TRY_EVERY_MS, leading);
        continue;
      }
      log.info({ epoch }, `this process leads the ${role.name}`);
      await whileLeading({ epoch, client, signal: leading });
      return;
    }
  } finally {
    lost.abort();
    await withTimeout(CLOSE_WITHIN_MS, "Postgres", client.end()).catch(() => undefined); // gone anyway
  }
}

/** Lets Postgres free the lock of a host that vanished. */
const LOST_PEER = {
  tcp_keepalives_idle: "3",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "2",
  tcp_user_timeout: "7000",
};

const Locked = z.tuple([z.object({ locked: z.boolean() })]);

async function takeLock(
  client: Client,
  { name, takeOver }: LeaderRole,
): Promise<number | undefined> {
  const [{ locked }] = Locked.parse(
    (await client.query<object>(TRY_LOCK, [`tillbook.${name}`])).rows,
  );
  return locked ? takeOver(client) : undefined;
}
