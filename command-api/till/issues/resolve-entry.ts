import { Customer } from "#command-api/customer/customer.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import type {
  CommandContext,
  EventStore,
  ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type PlannedEvent, planStream, toAppendEvent } from "#command-api/event-store/plan.ts";
import { tenantRulesStreams } from "#command-api/tenant-rules/tenant-rules.ts";
import type { EntryDecision } from "#command-api/till/entries/entry-decision.ts";
import { createMovingHeads, type MovingHeads } from "#command-api/till/entries/moving-heads.ts";
import { customerIn, type EntryKinds, readEntry } from "#command-api/till/entries/read-entry.ts";
import { till as tillDecider, tillStream } from "#command-api/till/till.ts";
import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { subjectOf } from "#kernel/contract/events/fields.ts";
import type { EventMeta } from "#kernel/contract/events/recorded.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { memberStream } from "#kernel/node/ids.ts";

export type EntryDeps = Readonly<{ store: EventStore; sealer: Sealer; kinds: EntryKinds }>;

export type EntryToResolve = Readonly<{
  till: number;
  entryId: string;
  as: "recorded" | "discarded";
}>;

export type EntryRejectionCode =
  | "issue-not-found"
  | "issue-resolved"
  | "entry-erased"
  | "entry-not-possible"
  | ShellRejectionCode;

type SetAside = Extract<RecordedEvent, { type: "EntrySetAside" }>;

const TRIES = 5;

/**
 * Records an entry that was set aside, or discards it. To record it, it is decided again as if it had
 * just arrived, and its events and the resolution are one command. Its actor is the person at the till:
 * the sale counts as theirs.
 */
export async function resolveEntry(
  deps: EntryDeps,
  context: CommandContext,
  input: EntryToResolve,
): Promise<Rejection<EntryRejectionCode> | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const command = await plan(deps, context, input);
    if (command === undefined || isRejection(command)) return command;
    const { outcome } = await deps.store.append(command);
    if (outcome === "ok" || outcome === "duplicate") return undefined;
    if (outcome === "key-reused" || outcome === "insufficient-stock") return reject(outcome);
    if (outcome === "tenant-suspended") return reject("not-signed-in");
    if (outcome === "stock-too-large") return reject("stock-too-large");
  }
  return reject("concurrent-change");
}

/** Undefined: it is resolved in this way already. */
async function plan(
  deps: EntryDeps,
  context: CommandContext,
  { till, entryId, as }: EntryToResolve,
): Promise<AppendCommand | Rejection<EntryRejectionCode> | undefined> {
  const { store } = deps;
  const { tenantId } = context;
  const ofTill = tillStream(tenantId, till);
  // The heads come first: what happens after them makes the append refuse the command.
  const before = await store.load({ ...context, streams: [ofTill] });
  if (before.before) {
    const isSame = before.before.requestHash.equals(context.requestHash);
    return isSame ? undefined : reject("key-reused");
  }
  const { aside, resolved } = await findAside(store, context, { till, entryId });
  if (!aside) return reject("issue-not-found");
  if (resolved) return resolved === as ? undefined : reject("issue-resolved");

  const heads = createMovingHeads([ofTill], before.heads);
  if (as === "discarded") {
    const events = planResolved(heads, ofTill, { entryId, as });
    return toCommand(context, events, context.occurredMs);
  }
  const text = await openBody(deps, context, aside);
  if (text === undefined) return reject("entry-erased");
  const decided = await decideAgain(deps, context, entryOf(aside, JSON.parse(text)), aside);
  if ("aside" in decided) return reject("entry-not-possible", decided.aside);
  const resolution = planResolved(heads, ofTill, { entryId, as, by: context.actorId });
  const { flags: known = [], ...meta } = aside.meta;
  const flags = new Set([...known, ...decided.flags]);
  return {
    ...toCommand(context, [], 0),
    actorId: aside.actorId,
    meta: JSON.stringify({
      ...meta,
      ...(flags.size === 0 ? {} : { flags: [...flags] }),
    } satisfies EventMeta),
    events: [
      ...decided.planned.map((event) => toAppendEvent(event, aside.occurredMs)),
      ...resolution.map((event) => toAppendEvent(event, context.occurredMs)),
    ],
  };
}

const toCommand = (
  context: CommandContext,
  planned: readonly PlannedEvent[],
  occurredMs: number,
): AppendCommand => ({
  tenantId: context.tenantId,
  commandId: context.commandId,
  requestHash: context.requestHash,
  actorId: context.actorId,
  meta: JSON.stringify(context.meta),
  events: planned.map((event) => toAppendEvent(event, occurredMs)),
});

/**
 * Undefined if the customer whom the entry names is erased. Their key may be kept in memory for a
 * while, so their own stream is asked.
 */
async function openBody(
  { store, sealer }: EntryDeps,
  { tenantId, commandId }: CommandContext,
  { data: { body } }: SetAside,
): Promise<string | undefined> {
  if (!body) return undefined;
  const subject = StreamId.parse(subjectOf(body));
  const { heads } = await store.load({ tenantId, commandId, streams: [subject] });
  const known = Customer.safeParse(heads[0]?.state).data;
  return known?.status === "erased" ? undefined : sealer.open(tenantId, body);
}

/** The last time that the entry was set aside, and what became of it since. */
async function findAside(
  { read }: EventStore,
  { tenantId }: CommandContext,
  { till, entryId }: Pick<EntryToResolve, "till" | "entryId">,
): Promise<Readonly<{ aside?: SetAside; resolved?: EntryToResolve["as"] }>> {
  const stored = await read.history(
    tenantId,
    [tillStream(tenantId, till)],
    ["EntrySetAside", "EntryResolved"],
  );
  const events = stored.map(parseStored);
  const at = events.findLastIndex(
    (event) => event.type === "EntrySetAside" && event.data.entryId === entryId,
  );
  const aside = events[at];
  if (aside?.type !== "EntrySetAside") return {};
  const resolved = events
    .slice(at)
    .find((event) => event.type === "EntryResolved" && event.data.entryId === entryId);
  return resolved?.type === "EntryResolved" ? { aside, resolved: resolved.data.as } : { aside };
}

/** The salt only keeps the hash of an entry from telling what is in it. */
const entryOf = ({ data, meta, actorId, occurredMs }: SetAside, body: unknown): Entry => ({
  id: data.entryId,
  seq: data.entrySeq,
  v: data.v ?? 1,
  salt: "",
  kind: data.kind,
  body,
  at: meta.claimedMs ?? occurredMs,
  basis: meta.basis ?? 0,
  person: actorId,
});

const MALFORMED: EntryDecision = { aside: "malformed" };

async function decideAgain(
  { store, kinds }: EntryDeps,
  { tenantId, commandId }: CommandContext,
  entry: Entry,
  { data, meta, occurredMs }: SetAside,
): Promise<EntryDecision> {
  const read = readEntry(kinds, entry);
  if (read.is !== "decidable") return MALFORMED;
  const customer = customerIn(entry);
  const streams = [
    ...new Set<StreamId>([
      ...tenantRulesStreams(tenantId),
      memberStream(entry.person),
      ...(customer ? [customer] : []),
      ...read.streams(tenantId),
    ]),
  ];
  const { heads } = await store.load({ tenantId, commandId, streams });
  const { of: headOf } = createMovingHeads(streams, heads);
  const { claimedMs } = meta;
  return read.decide({ tenantId, till: data.till, occurredMs, claimedMs, headOf });
}

function planResolved(
  heads: MovingHeads,
  streamId: StreamId,
  data: Readonly<{ entryId: string; as: EntryToResolve["as"]; by?: CommandContext["actorId"] }>,
): readonly PlannedEvent[] {
  const command = { type: "ResolveEntry", ...data } as const;
  const head = heads.of(streamId);
  const planned = planStream({ decider: tillDecider, streamId, head, command });
  if (isRejection(planned)) throw new InvariantError(`ResolveEntry: ${planned.rejected}`);
  return planned;
}
