import * as z from "zod/mini";

import { parseStored, type TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import { toEffects } from "#kernel/contract/events/plain-sale.ts";
import type { EventEffects, EventMeta } from "#kernel/contract/events/recorded.ts";
import type { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { isPlain } from "./append-plain.ts";
import type { AppendCommand, AppendOutcome, Outcome } from "./append.ts";
import { type Append, createGroupCommit } from "./group-commit.ts";
import { createKnownHeads, type KnownHeads } from "./known-heads.ts";
import { type Head, type Load, type Loaded, createLoad, NO_HEAD } from "./load.ts";
import { toAppendEvent, type PlannedEvent } from "./plan.ts";
import { type ReadEvents, createReadEvents } from "./read-events.ts";
import { createReaders, formatOfAll, lowestFormat, type Readers } from "./readers.ts";

const TRIES = 3;

export type EventStore = Readonly<{
  load: Load;
  append: Append;
  /**
   * Appends commands of one tenant one after another, in as few transactions as they fit into. A
   * refused command does not stop the later ones: those that must not overtake it move a counter
   * that it moves too, and name its value before. Rejects when a call fails; some may then be
   * committed, so all are sent again under the same ids.
   */
  appendInOrder: (commands: readonly AppendCommand[]) => Promise<readonly AppendOutcome[]>;
  read: ReadEvents;
  /** Absent: every command loads what it is decided on. */
  known?: KnownHeads;
  /** Absent: every process is of this build. */
  readers?: Readers;
}>;

/** The log as commands use it, over one pool of role cmd_writer. */
export const createEventStore = (
  pool: Pool,
  onAppended?: (tenantIds: ReadonlySet<string>) => void,
): EventStore => ({
  load: createLoad(pool),
  ...createAppends(pool, onAppended),
  read: createReadEvents(pool),
  known: createKnownHeads(),
  readers: createReaders(() => lowestFormat(pool)),
});

/** Of an import; a sale has one. */
const MANY_EVENTS = 10;

/**
 * A command with many events has its own transaction, so that sales do not wait for it. Plain sales
 * have their own, too, because one other command would take all of a batch off the plain path.
 */
function createAppends(
  pool: Pool,
  onAppended: ((tenantIds: ReadonlySet<string>) => void) | undefined,
): Pick<EventStore, "append" | "appendInOrder"> {
  const options = { db: pool, ...(onAppended ? { onAppended } : {}) };
  const few = createGroupCommit(options);
  const plain = createGroupCommit(options);
  const many = createGroupCommit({ ...options, max: 1 });
  return {
    append: (command) => {
      if (isPlain(command)) return plain(command);
      return (command.events.length > MANY_EVENTS ? many : few)(command);
    },
    // The queue keeps the order of a tenant's commands.
    appendInOrder: (commands) => Promise.all(commands.map((command) => few(command))),
  };
}

/** The sender of the command, its idempotency key, and a hash of the request that used the key. */
export type CommandContext = Readonly<{
  tenantId: TenantId;
  actorId: UserId;
  commandId: CommandId;
  requestHash: Buffer;
  meta: EventMeta;
  occurredMs: number;
  /**
   * The version of the first stream that the caller saw (If-Match). Another version is refused at
   * once.
   */
  ifMatch?: number;
}>;

export type CommandPlan<Code extends string> = Readonly<{
  /** The streams that the decision needs, starting with the aggregate's own. */
  streams: readonly StreamId[];
  /**
   * Whether a later command of its kind may be decided on these heads from memory, all but the
   * aggregate's own, which is new. Absent: never.
   */
  mayRemember?: ((heads: readonly Head[]) => boolean) | undefined;
  /** The format of events, if a field or value needs a newer one than the types of the events. */
  format?: number | undefined;
  decide: (
    heads: readonly Head[],
  ) =>
    | readonly PlannedEvent[]
    | Rejection<Code>
    | Promise<readonly PlannedEvent[] | Rejection<Code>>;
}>;

/**
 * An event of an accepted command, the same whether it was appended now or by an earlier request
 * with its key.
 */
export type AppliedEvent = Readonly<{
  event: TillbookEvent;
  effects: EventEffects;
  recordedMs: number;
  occurredMs: number;
}>;

export type Accepted = Readonly<{ events: readonly AppliedEvent[] }>;

/** Reasons found by the shell, in addition to those of the decider. */
export type ShellRejectionCode =
  | "concurrent-change"
  | "version-mismatch"
  | "key-reused"
  | "not-signed-in"
  | "unknown-tenant"
  | "product-not-found"
  | "stock-changed"
  | "insufficient-stock"
  | "stock-too-large"
  | "plan-limit-reached"
  | "server-updating";

const REFUSAL: Readonly<
  Record<
    Exclude<Outcome, "ok" | "duplicate" | "version-conflict" | "counter-moved" | "stale">,
    ShellRejectionCode
  >
> = {
  "key-reused": "key-reused",
  // Suspended between load and append: answer as signed out.
  "tenant-suspended": "not-signed-in",
  "unknown-tenant": "unknown-tenant",
  "unknown-product": "product-not-found",
  "stock-changed": "stock-changed",
  "insufficient-stock": "insufficient-stock",
  "stock-too-large": "stock-too-large",
  "counter-limit": "plan-limit-reached",
};

/**
 * The imperative shell of every command: load, decide, append. After a version conflict it decides
 * again.
 */
export async function handleCommand<Code extends string>(
  store: EventStore,
  context: CommandContext,
  plan: CommandPlan<Code>,
): Promise<Accepted | Rejection<Code | ShellRejectionCode>> {
  const { tenantId, commandId } = context;
  const fromMemory = await tryFromMemory(store, context, plan);
  if (fromMemory) return fromMemory;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const loaded = await store.load({ tenantId, commandId, streams: plan.streams });
    remember(store, context, { plan, loaded });
    const known = await alreadyKnown(store, context, loaded);
    if (known) return known;

    const planned = await plan.decide(loaded.heads);
    if (isRejection(planned)) return planned;
    if (!(await isUnderstood(store, plan, planned))) return reject("server-updating");

    const outcome = await store.append(toCommand(context, planned));
    if (outcome.outcome === "ok") return accepted(planned, outcome, context.occurredMs);
    if (outcome.outcome === "duplicate") return repeated(store, context, outcome);
    if (!isDecidedAgain(outcome.outcome)) {
      return reject(REFUSAL[outcome.outcome], outcome.detail);
    }
    if (context.ifMatch !== undefined) return reject("version-mismatch");
  }
  return reject("concurrent-change");
}

/** Plain sales are of the first format, so they ask nothing. */
async function isUnderstood(
  { readers }: EventStore,
  { format = 1 }: Readonly<{ format?: number | undefined }>,
  planned: readonly PlannedEvent[],
): Promise<boolean> {
  if (!readers || planned.length === 0) return true;
  return readers.understand(Math.max(format, formatOfAll(planned)));
}

/** The append found other versions than the command was decided on. */
const isDecidedAgain = (
  outcome: Outcome,
): outcome is "version-conflict" | "counter-moved" | "stale" =>
  outcome === "version-conflict" || outcome === "counter-moved" || outcome === "stale";

const toCommand = (context: CommandContext, planned: readonly PlannedEvent[]): AppendCommand => ({
  ...context,
  meta: JSON.stringify(context.meta),
  events: planned.map((event) => toAppendEvent(event, context.occurredMs)),
});

/**
 * Decides on remembered heads and lets the append compare their versions. Only an acceptance
 * counts: what was refused, or found to be old, is loaded and decided again.
 */
async function tryFromMemory<Code extends string>(
  store: EventStore,
  context: CommandContext,
  plan: CommandPlan<Code>,
): Promise<Accepted | undefined> {
  const { known, append } = store;
  if (!known || !plan.mayRemember || context.ifMatch !== undefined) return undefined;
  const streams = plan.streams.slice(1);
  const recalled = known.recall(context.tenantId, streams);
  if (!recalled) return undefined;
  const planned = await plan.decide([NO_HEAD, ...recalled.map(({ head }) => head)]);
  if (isRejection(planned)) return undefined;
  if (formatOfAll(planned) > 1 && !(await isUnderstood(store, plan, planned))) return undefined;
  const assumes = recalled.map(({ assumed }) => assumed);
  const outcome = await append({ ...toCommand(context, planned), assumes });
  return outcome.outcome === "ok" ? accepted(planned, outcome, context.occurredMs) : undefined;
}

function remember<Code extends string>(
  { known }: EventStore,
  { tenantId }: CommandContext,
  { plan, loaded }: Readonly<{ plan: CommandPlan<Code>; loaded: Loaded }>,
): void {
  if (!known || !plan.mayRemember || loaded.tenantStatus === undefined) return;
  const [streams, heads] = [plan.streams.slice(1), loaded.heads.slice(1)];
  if (plan.mayRemember(heads)) known.learn(tenantId, streams, heads);
  else known.forget(tenantId, streams);
}

async function alreadyKnown(
  store: EventStore,
  context: CommandContext,
  loaded: Loaded,
): Promise<Accepted | Rejection<ShellRejectionCode> | undefined> {
  if (loaded.tenantStatus === undefined) return reject("unknown-tenant");
  if (loaded.before) {
    return loaded.before.requestHash.equals(context.requestHash)
      ? repeated(store, context, loaded.before)
      : reject("key-reused");
  }
  if (loaded.tenantStatus === 3) return reject("not-signed-in");
  const version = loaded.heads[0]?.version ?? 0;
  // A missing stream has no version to compare. Its decider refuses the command.
  if (context.ifMatch !== undefined && version > 0 && version !== context.ifMatch) {
    return reject("version-mismatch");
  }
  return undefined;
}

const EffectsOfEvents = z.array(z.unknown());

function accepted(
  planned: readonly PlannedEvent[],
  { effects, recordedMs }: AppendOutcome,
  occurredMs: number,
): Accepted {
  const byEvent = EffectsOfEvents.parse(JSON.parse(effects));
  return {
    events: planned.map(({ event }, index) => ({
      event,
      effects: toEffects(byEvent[index] ?? {}),
      recordedMs,
      occurredMs,
    })),
  };
}

/** Builds the first answer again from the log. */
async function repeated(
  store: EventStore,
  { tenantId }: CommandContext,
  { firstSeq, lastSeq }: Pick<AppendOutcome, "firstSeq" | "lastSeq">,
): Promise<Accepted> {
  const stored = await store.read.between(tenantId, firstSeq, lastSeq);
  return {
    events: stored.map((one) => {
      const event = parseStored(one);
      return {
        event,
        effects: event.effects,
        recordedMs: event.recordedMs,
        occurredMs: event.occurredMs,
      };
    }),
  };
}
