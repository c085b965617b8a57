import { setTimeout as delay } from "node:timers/promises";

import {
  appendBatch,
  type AppendCommand,
  type AppendEvent,
  type Outcome,
} from "#command-api/event-store/append.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { type PlannedEvent, toAppendEvent } from "#command-api/event-store/plan.ts";
import type { MailLinks } from "#command-api/mail-link.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Passwords } from "#kernel/node/crypto/passwords.ts";
import type { SecretBox } from "#kernel/node/crypto/secret-box.ts";
import {
  inTransaction,
  isTransient,
  type Pool,
  type PoolClient,
} from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

/** What every account command stands on. */
export type Accounts = Readonly<{
  /** Of role account_writer. */
  pool: Pool;
  /** Keys the hashes of requests and of emails that were tried. */
  hashKey: Buffer;
  passwords: Passwords;
  /** Seals the seeds of authenticators. */
  seeds: SecretBox;
  mailLinks: MailLinks;
  /** In production: the first sign-in sets the second factor up (R51). */
  superAdminNeedsTotp: boolean;
  clock: Clock;
  /** Told of the tenants that got events, as group commit does. */
  onAppended?: (tenantIds: ReadonlySet<string>) => void;
}>;

/** Takes the rows that were written before it back with it. */
class RefusedAppend extends Error {
  override readonly name = "RefusedAppend";
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(`the append was refused: ${outcome}`);
    this.outcome = outcome;
  }
}

export const isRefusedWith = (error: unknown, outcome: Outcome): boolean =>
  error instanceof RefusedAppend && error.outcome === outcome;

/** Why the append refused, where it did. */
export const outcomeOf = (error: unknown): Outcome | undefined =>
  error instanceof RefusedAppend ? error.outcome : undefined;

const TRIES = 3;
const PAUSE_MS = 30;

/**
 * Account commands do not go through group commit: rows of `auth` and events commit together or not at all.
 * Rows are written in the order users, memberships, sessions, and the append comes last, so that no two of
 * these wait for each other. `work` may run again after a conflict or a lost connection: its ids are made
 * outside, which keeps the effect single.
 */
export async function inAccountTransaction<Result>(
  { pool }: Pick<Accounts, "pool">,
  tenantId: TenantId,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, async (client) => {
        await enterTenant(client, tenantId);
        return work(client);
      });
    } catch (error) {
      const isPassing = isTransient(error) || isRefusedWith(error, "version-conflict");
      if (attempt === TRIES || !isPassing) throw error;
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}

/** Names the tenant whose rows the transaction may see and write from here on. */
export async function enterTenant(client: PoolClient, tenantId: TenantId): Promise<void> {
  await client.query("select set_config('app.tenant', $1, true)", [tenantId]);
}

/** All of the commands or none. Done before under the same key is done. */
export async function appendAll(
  client: PoolClient,
  commands: readonly AppendCommand[],
): Promise<void> {
  for (const { outcome } of await appendBatch(client, commands)) {
    if (outcome !== "ok" && outcome !== "duplicate") throw new RefusedAppend(outcome);
  }
}

/** The head of a stream once these events are on it. */
export function headAfter(head: Head, planned: readonly PlannedEvent[]): Head {
  const last = planned.at(-1);
  return last ? { ...head, version: head.version + planned.length, state: last.state } : head;
}

export const toEvents = (
  planned: readonly PlannedEvent[],
  occurredMs: number,
  tenantId?: TenantId,
): AppendEvent[] =>
  planned.map((event) => ({
    ...toAppendEvent(event, occurredMs),
    ...(tenantId === undefined ? {} : { tenantId }),
  }));
