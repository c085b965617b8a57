import { TENANT_STATUS } from "#command-api/account-store/account-command.ts";
import type { AppendOutcome, Outcome } from "#command-api/event-store/append.ts";
import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { tenantRulesStreams } from "#command-api/tenant-rules/tenant-rules.ts";
import { till as tillDecider, tillStream, toTillState } from "#command-api/till/till.ts";
import type {
  EntriesAnswer,
  EntriesRequest,
  Entry,
  EntryResult,
} from "#kernel/contract/api/till/entries.ts";
import type { TillState } from "#kernel/contract/api/till/tills.ts";
import { CommandId, type StreamId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { Clock } from "#kernel/node/time.ts";

import { believeTimes, lastBelieved } from "./believed-time.ts";
import { type DatedEntry, decideEntries, ID_USED, type Step, type Stop } from "./decide-entries.ts";
import { approvalStreams } from "./entry-approval.ts";
import { createMovingHeads, type MovingHeads } from "./moving-heads.ts";
import { customerIn, type EntryKinds, readEntry, type ReadEntry } from "./read-entry.ts";
import { isDeleted, suspendedSince } from "./suspension.ts";
import type { CallFacts, Progress, TillCalls } from "./till-calls.ts";
import type { TillIdentity } from "./till-identity.ts";

export type ReceiveDeps = Readonly<{
  store: EventStore;
  calls: TillCalls;
  sealer: Sealer;
  kinds: EntryKinds;
  clock: Clock;
}>;

/**
 * `stop`: why not all entries were decided; those before are recorded. `busy`: each time that they
 * were tried, other requests changed what they depend on.
 */
export type Received =
  | Readonly<{ answer: EntriesAnswer }>
  | Readonly<{ stop: Stop | "busy"; next: number }>
  | Readonly<{ stop: "deleted" }>;

/** A request whose sender is known. */
type Call = Readonly<{
  identity: TillIdentity;
  request: EntriesRequest;
  arrivedMs: number;
  entries: readonly Readonly<{ entry: Entry; read: ReadEntry }>[];
  streams: readonly StreamId[];
}>;

/** What has become of the entries of a request. */
type Tally = Readonly<{
  results: (EntryResult | undefined)[];
  /** Reasons of those that the append refused for good, by their ids. */
  refused: Map<string, string>;
  copies: Set<string>;
}>;

const TRIES = 5;

/** Records the entries of a till in their order, each once, however often they are sent. */
export async function receiveEntries(
  deps: ReceiveDeps,
  identity: TillIdentity,
  request: EntriesRequest,
): Promise<Received> {
  const call = openCall(deps, identity, request);
  const tally: Tally = { results: [], refused: new Map(), copies: new Set() };
  for (let attempt = 1; ; attempt++) {
    const loaded = await load(deps, call);
    if (loaded.isDeleted) return { stop: "deleted" };
    const { state, facts } = loaded;
    if (state === "waiting") return close(deps, call, { ...loaded, tally });

    const times = believeTimes(request.entries, {
      arrivedMs: call.arrivedMs,
      enrolledMs: identity.enrolledMs,
      lastCall: facts.lastCall,
    });
    const dated = call.entries.flatMap((one, index) => {
      const time = times[index];
      return time ? [{ ...one, time }] : [];
    });
    const { steps, stop } = await decideEntries(
      { sealer: deps.sealer, read: deps.store.read },
      { ...loaded, ...facts, identity, isRevoked: state === "revoked", refused: tally.refused },
      dated,
    );
    const isDone = await append(deps.store, steps, tally);
    if (!isDone && attempt < TRIES) continue;
    const arrived = dated.filter((_, index) => tally.results[index] !== undefined);
    const believedMs = newestBelieved(arrived, facts);
    return close(deps, call, { facts, state, tally, believedMs, stop: isDone ? stop : "busy" });
  }
}

/** An old request that is sent again says nothing of the entries that came after it. */
const newestBelieved = (
  arrived: readonly DatedEntry[],
  { lastSeq }: CallFacts,
): number | undefined =>
  arrived.some(({ entry: { seq } }) => seq >= lastSeq)
    ? lastBelieved(arrived.map(({ time }) => time))
    : undefined;

function openCall(
  { kinds, clock }: ReceiveDeps,
  identity: TillIdentity,
  request: EntriesRequest,
): Call {
  const { tenantId, till } = identity;
  const entries = request.entries.map((entry) => ({ entry, read: readEntry(kinds, entry) }));
  const needed = entries.flatMap(({ entry, read }): readonly StreamId[] => {
    const customer = customerIn(entry);
    return [
      memberStream(entry.person),
      ...(customer ? [customer] : []),
      ...approvalStreams(entry),
      ...(read.is === "decidable" ? read.streams(tenantId) : []),
    ];
  });
  const streams = new Set([...tenantRulesStreams(tenantId), tillStream(tenantId, till), ...needed]);
  return { identity, request, arrivedMs: clock(), entries, streams: [...streams] };
}

type Loaded = Readonly<{
  facts: CallFacts;
  heads: MovingHeads;
  state: TillState;
  isDeleted: boolean;
  suspendedMs: number | undefined;
}>;

async function load({ store, calls }: ReceiveDeps, call: Call): Promise<Loaded> {
  const { identity, request, streams } = call;
  const { tenantId, till } = identity;
  const commandId = CommandId.parse(tenantId); // no command has this id
  const loaded = await store.load({ tenantId, commandId, streams });
  // Read later than the heads, so that an entry that these know is known by its id, too: the same
  // request may have been sent twice.
  const facts = await calls.read(identity, request);
  const heads = createMovingHeads(streams, loaded.heads);
  const tenant = heads.of(tenantId);
  const known = tillDecider.parseState(heads.of(tillStream(tenantId, till)).state);
  if (known.status === "unknown") throw new InvariantError(`till ${till} signs and is unknown`);
  return {
    facts,
    heads,
    state: toTillState(known),
    isDeleted: isDeleted(tenant),
    suspendedMs:
      loaded.tenantStatus === TENANT_STATUS.suspended
        ? await suspendedSince(store, tenantId, tenant)
        : undefined,
  };
}

/** Appends what was decided. False if some of it has to be decided again. */
async function append(
  store: EventStore,
  steps: readonly Step[],
  { results, refused, copies }: Tally,
): Promise<boolean> {
  const commands = steps.flatMap(({ command }) => command ?? []);
  const outcomes = commands.length > 0 ? await store.appendInOrder(commands) : [];
  const byCommand = new Map(commands.map((command, index) => [command, outcomes[index]]));
  let isDone = true;
  steps.forEach(({ result, command, isCopy }, index) => {
    const outcome = command && byCommand.get(command);
    if (!outcome || outcome.outcome === "ok") {
      results[index] ??= result;
      if (isCopy) copies.add(result.id);
      return;
    }
    isDone = false;
    const reason = refusalOf(outcome, result.id);
    if (reason !== undefined) refused.set(result.id, reason);
  });
  return isDone;
}

/** Deciding again does not help: the entry is set aside. */
const REFUSED: Readonly<Partial<Record<Outcome, string>>> = {
  "unknown-product": "unknown-product",
  "insufficient-stock": "insufficient-stock",
  "stock-too-large": "stock-too-large",
  "counter-limit": "counter-limit",
};

function refusalOf({ outcome, detail }: AppendOutcome, id: string): string | undefined {
  // Its own stream exists, and not by this entry, whose key would be known.
  if (outcome === "version-conflict" && detail === id) return ID_USED;
  return REFUSED[outcome];
}

type Ending = Readonly<{
  facts: CallFacts;
  state: TillState;
  tally: Tally;
  /** The time of the last entry of this request that is believed. */
  believedMs?: number | undefined;
  stop?: Stop | "busy" | undefined;
}>;

/**
 * What comes before an entry that has to wait is answered as usual, so that the till knows it is
 * recorded. Its next request begins with the one that waits.
 */
async function close(
  deps: ReceiveDeps,
  call: Call,
  { facts, state, tally, believedMs, stop }: Ending,
): Promise<Received> {
  const { lastSeq, log } = await note(deps, call, { facts, believedMs });
  const next = lastSeq + 1;
  const results = tally.results.flatMap((result) => result ?? []);
  const isAnswered = results.length > 0 && (stop === "suspended" || stop === "newer");
  if (stop !== undefined && !isAnswered) return { stop, next };
  const { log: sent } = call.request;
  const copied = tally.copies.size > 0 || (await areCopied(deps, call, tally));
  return {
    answer: {
      next,
      now: deps.clock(),
      state,
      log,
      log_known: sent === undefined || sent.chain === facts.chainThere,
      copied,
      results,
    },
  };
}

/** The first answer may be lost, so the next one says it again. */
async function areCopied(
  { calls }: ReceiveDeps,
  { identity, request: { entries } }: Call,
  { results }: Tally,
): Promise<boolean> {
  const known = entries.filter((_, index) => results[index]?.state === "already");
  return known.length > 0 && (await calls.copies(identity, known)).length > 0;
}

/** A call without entries or with nothing new is noted this often. */
const NOTED_EVERY_MS = 10_000;

async function note(
  { calls }: ReceiveDeps,
  { identity, request, arrivedMs }: Call,
  { facts, believedMs }: Pick<Ending, "facts" | "believedMs">,
): Promise<Progress> {
  const { entries, told_seq: given } = request;
  const { lastCall } = facts;
  const madeSeq = Math.max(given, ...entries.map(({ seq }) => seq));
  const isDue =
    entries.length > 0 ||
    lastCall === undefined ||
    madeSeq > lastCall.madeSeq ||
    arrivedMs - lastCall.contactMs >= NOTED_EVERY_MS;
  return isDue ? calls.note(identity, { contactMs: arrivedMs, madeSeq, believedMs }) : facts;
}
