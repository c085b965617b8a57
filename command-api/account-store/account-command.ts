import type { AppendCommand, Outcome } from "#command-api/event-store/append.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import {
  type DoneBefore,
  type Head,
  type Loaded,
  loadBatch,
  NO_HEAD,
} from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { createReadEvents } from "#command-api/event-store/read-events.ts";
import { formatOfAll } from "#command-api/event-store/readers.ts";
import {
  parseStored,
  type RecordedEvent,
  type TillbookEvent,
} from "#kernel/contract/events/catalogue.ts";
import { PLATFORM_TENANT_ID, type StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Queryable, PoolClient } from "#kernel/node/postgres/connections.ts";

import {
  type Accounts,
  appendAll,
  inAccountTransaction,
  outcomeOf,
  toEvents,
} from "./account-transaction.ts";

/** A tenant's stream exists in its own log and in the platform's, with independent versions. */
type InBothLogs<Value> = Readonly<{ own: readonly Value[]; platform: readonly Value[] }>;

export type AccountWrite = Readonly<{
  own: readonly PlannedEvent[];
  platform?: readonly PlannedEvent[];
}>;

type AccountWork<Code extends string> = Readonly<{
  /** The streams the decision reads. */
  streams: Readonly<{ own: readonly StreamId[]; platform?: readonly StreamId[] }>;
  /**
   * Decides and writes rows of schema `auth`. A rejection rolls the rows back. May run more than
   * once, so create ids and hashes outside.
   */
  work: (client: PoolClient, heads: InBothLogs<Head>) => Promise<AccountWrite | Rejection<Code>>;
  /** Also runs for a suspended tenant. */
  allowSuspended?: boolean;
  setStatus?: 1 | 2 | 3 | undefined;
}>;

/** Status numbers as the append stores them. */
export const TENANT_STATUS = { active: 1, pending: 2, suspended: 3 } as const;

/** `isRepeated`: the same request was already handled under this key. */
export type AccountResult = Readonly<{ events: readonly TillbookEvent[]; isRepeated: boolean }>;

/** Reasons found outside the decision itself. */
export type AccountRefusal =
  | "concurrent-change"
  | "version-mismatch"
  | "key-reused"
  | "tenant-suspended"
  | "tenant-not-found"
  | "plan-limit-reached"
  | "server-updating";

const REFUSAL: Readonly<Partial<Record<Outcome, AccountRefusal>>> = {
  "version-conflict": "concurrent-change",
  "key-reused": "key-reused",
  "tenant-suspended": "tenant-suspended",
  "unknown-tenant": "tenant-not-found",
  "counter-limit": "plan-limit-reached",
};

/** Rolls back the rows written earlier in the transaction. */
class Rollback extends Error {
  override readonly name = "Rollback";
}

/**
 * Runs a command on people and tenants: rows and events in one transaction. Returns the events of
 * the tenant's own log, whether they were appended now or earlier under the same key.
 */
export async function runAccountCommand<Code extends string>(
  accounts: Accounts,
  context: CommandContext,
  command: AccountWork<Code>,
): Promise<AccountResult | Rejection<Code | AccountRefusal>> {
  const { tenantId, commandId } = context;
  let refusal: Rejection<Code | AccountRefusal> | undefined;
  try {
    const result = await inAccountTransaction(accounts, tenantId, async (client) => {
      // Serialises two requests with the same key: the second waits and finds what the first did.
      await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `${tenantId}|${commandId}`,
      ]);
      const { loaded, heads } = await load(client, context, command);
      refusal = findConflict(context, loaded);
      if (refusal) throw new Rollback();
      if (loaded.before) {
        return { events: await eventsOf(client, tenantId, loaded.before), isRepeated: true };
      }
      const decided = await command.work(client, heads);
      const write = (await isUnderstood(accounts, decided)) ? decided : reject("server-updating");
      if (!isRejection(write)) {
        await appendAll(client, [toCommand(context, command, write)]);
        return { events: write.own.map(({ event }) => event), isRepeated: false };
      }
      refusal = write;
      throw new Rollback();
    });
    accounts.onAppended?.(new Set([tenantId, PLATFORM_TENANT_ID]));
    return result;
  } catch (error) {
    if (error instanceof Rollback && refusal) return refusal;
    const outcome = outcomeOf(error);
    const reason = outcome && REFUSAL[outcome];
    if (reason === undefined) throw error;
    return reject(reason);
  }
}

async function isUnderstood(
  { readers }: Accounts,
  decided: AccountWrite | Rejection,
): Promise<boolean> {
  if (!readers || isRejection(decided)) return true;
  const { own, platform = [] } = decided;
  return readers.understand(formatOfAll([...own, ...platform]));
}

async function load(
  client: PoolClient,
  { tenantId, commandId }: CommandContext,
  { streams }: Pick<AccountWork<string>, "streams">,
): Promise<{ loaded: Loaded; heads: InBothLogs<Head> }> {
  const [own, platform] = await loadBatch(client, [
    { tenantId, commandId, streams: streams.own },
    { tenantId: PLATFORM_TENANT_ID, commandId, streams: streams.platform ?? [] },
  ]);
  return {
    loaded: own ?? { tenantStatus: undefined, before: undefined, heads: [] },
    heads: { own: own?.heads ?? [], platform: platform?.heads ?? [] },
  };
}

function findConflict(
  { requestHash, ifMatch }: CommandContext,
  { before, heads }: Loaded,
): Rejection<AccountRefusal> | undefined {
  if (before) return before.requestHash.equals(requestHash) ? undefined : reject("key-reused");
  const { version } = heads[0] ?? NO_HEAD;
  const isOther = ifMatch !== undefined && version > 0 && version !== ifMatch;
  return isOther ? reject("version-mismatch") : undefined;
}

async function eventsOf(
  db: Queryable,
  tenantId: TenantId,
  { firstSeq, lastSeq }: Pick<DoneBefore, "firstSeq" | "lastSeq">,
): Promise<readonly RecordedEvent[]> {
  const stored = await createReadEvents(db).between(tenantId, firstSeq, lastSeq);
  return stored.map(parseStored);
}

type EarlierResult = Readonly<{ events: readonly RecordedEvent[]; isRepeated: true }>;

/**
 * The result stored under this key. Lets a caller skip slow work; the command checks again under
 * its lock.
 */
export async function findRepeat(
  { pool }: Pick<Accounts, "pool">,
  {
    tenantId,
    commandId,
    requestHash,
  }: Pick<CommandContext, "tenantId" | "commandId" | "requestHash">,
): Promise<EarlierResult | Rejection<"key-reused"> | undefined> {
  const [loaded] = await loadBatch(pool, [{ tenantId, commandId, streams: [] }]);
  if (!loaded?.before) return undefined;
  if (!loaded.before.requestHash.equals(requestHash)) return reject("key-reused");
  return { events: await eventsOf(pool, tenantId, loaded.before), isRepeated: true };
}

/**
 * For work that uses something up (a link, a password, a code): of two concurrent requests with the
 * same key, the second is refused and then returns the earlier result.
 */
export async function idempotently<Result extends object>(
  accounts: Accounts,
  context: CommandContext,
  work: () => Promise<Result>,
): Promise<Result | EarlierResult | Rejection<"key-reused">> {
  const before = await findRepeat(accounts, context);
  if (before) return before;
  const outcome = await work();
  if (!isRejection(outcome)) return outcome;
  return (await findRepeat(accounts, context)) ?? outcome;
}

const toCommand = (
  { tenantId, commandId, requestHash, actorId, meta, occurredMs }: CommandContext,
  { allowSuspended = false, setStatus }: Pick<AccountWork<string>, "allowSuspended" | "setStatus">,
  { own, platform = [] }: AccountWrite,
): AppendCommand => ({
  tenantId,
  commandId,
  requestHash,
  actorId,
  meta: JSON.stringify(meta),
  platform: allowSuspended,
  ...(setStatus === undefined ? {} : { setStatus }),
  events: [...toEvents(own, occurredMs), ...toEvents(platform, occurredMs, PLATFORM_TENANT_ID)],
});
