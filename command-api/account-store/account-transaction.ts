import { setTimeout as delay } from "node:timers/promises";

import {
  type AppendCommand,
  type AppendEvent,
  type Outcome,
  appendAny,
} from "#command-api/event-store/append.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { type PlannedEvent, toAppendEvent } from "#command-api/event-store/plan.ts";
import type { Readers } from "#command-api/event-store/readers.ts";
import type { MailLinks } from "#command-api/mail-link.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Passwords } from "#kernel/node/crypto/passwords.ts";
import type { SecretBox } from "#kernel/node/crypto/secret-box.ts";
import {
  inTransaction,
  mayRepeat,
  type Pool,
  type PoolClient,
} from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

/** The dependencies of every account command. */
export type Accounts = Readonly<{
  /** Connects as role account_writer. */
  pool: Pool;
  /** Key for hashing requests and attempted emails. */
  hashKey: Buffer;
  passwords: Passwords;
  /** Seals authenticator seeds. */
  seeds: SecretBox;
  mailLinks: MailLinks;
  /** True in production: a super admin must set up a second factor at the first sign-in. */
  superAdminNeedsTotp: boolean;
  clock: Clock;
  /** Must have connections of its own. Absent: every process is of this build. */
  readers?: Readers | undefined;
  /** Called with the tenants that got events, as group commit does. */
  onAppended?: (tenantIds: ReadonlySet<string>) => void;
}>;

/** Rolls back the rows written earlier in the transaction. */
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

/** The reason the append was refused; undefined for any other error. */
export const outcomeOf = (error: unknown): Outcome | undefined =>
  error instanceof RefusedAppend ? error.outcome : undefined;

const TRIES = 3;
const PAUSE_MS = 30;

/**
 * Account commands bypass group commit: rows of `auth` and events commit together or not at all. To
 * avoid deadlocks, rows are written in the order users, memberships, sessions, and the append comes
 * last. `work` may run again after a conflict or a lost connection; ids created outside keep the
 * effect single.
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
      const isPassing = mayRepeat(error) || isRefusedWith(error, "version-conflict");
      if (attempt === TRIES || !isPassing) throw error;
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}

/** Sets the tenant for row-level security. */
export async function enterTenant(client: PoolClient, tenantId: TenantId): Promise<void> {
  await client.query("select set_config('app.tenant', $1, true)", [tenantId]);
}

/** Appends all commands or none. A duplicate counts as done. */
export async function appendAll(
  client: PoolClient,
  commands: readonly AppendCommand[],
): Promise<void> {
  for (const { outcome } of await appendAny(client, commands)) {
    if (outcome !== "ok" && outcome !== "duplicate") throw new RefusedAppend(outcome);
  }
}

/** The head of a stream after these events. */
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
