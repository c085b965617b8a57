import { createHash } from "node:crypto";

import type { AppendCommand, CounterLine } from "#command-api/event-store/append.ts";
import { type PlannedEvent, toAppendEvent } from "#command-api/event-store/plan.ts";
import type { ReadEvents } from "#command-api/event-store/read-events.ts";
import { canonicalJson } from "#command-api/http/request-hash.ts";
import { isProvedAt } from "#command-api/till/add-person.ts";
import { till as tillDecider, tillStream } from "#command-api/till/till.ts";
import type { Entry, EntryResult } from "#kernel/contract/api/till/entries.ts";
import type { EntryFlag, EventMeta } from "#kernel/contract/events/recorded.ts";
import { CommandId, type StreamId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { EntryTime } from "./believed-time.ts";
import { findApproval, planClaim } from "./entry-approval.ts";
import type { GrantedApproval } from "./entry-decision.ts";
import type { MovingHeads } from "./moving-heads.ts";
import { customerIn, type ReadEntry } from "./read-entry.ts";
import { planAside, planLost } from "./set-aside.ts";
import type { TillIdentity } from "./till-identity.ts";

export type DatedEntry = Readonly<{ entry: Entry; read: ReadEntry; time: EntryTime }>;

/** What the entries of a request are decided on. */
export type EntryFacts = Readonly<{
  identity: TillIdentity;
  isRevoked: boolean;
  /** The number of the last entry that arrived. */
  lastSeq: number;
  /** The ids that are used. */
  known: ReadonlySet<string>;
  heads: MovingHeads;
  /** When the tenant was suspended, if it is. */
  suspendedMs: number | undefined;
  /** Reasons why the append refused entries of this request for good, by their ids. */
  refused: ReadonlyMap<string, string>;
}>;

/** Why the entries from here on were not decided. `gap`: one is missing. */
export type Stop = "gap" | "newer" | "suspended";

/** An entry that was decided, and its command, if it is appended. */
export type Step = Readonly<{
  result: EntryResult;
  command?: AppendCommand;
  /** Its number belongs to another entry: the till's data was copied or restored. */
  isCopy: boolean;
}>;

export type Decided = Readonly<{ steps: readonly Step[]; stop: Stop | undefined }>;

/** The reason of an entry whose id belongs to something else. */
export const ID_USED = "id-used";

type Place = Readonly<{ stop: Stop } | { at: "already" | "next" | "copy" }>;

export type DecidePorts = Readonly<{ sealer: Sealer; read: Pick<ReadEvents, "history"> }>;

/** Decides entries in their order, each on what those before it changed. */
export async function decideEntries(
  ports: DecidePorts,
  facts: EntryFacts,
  entries: readonly DatedEntry[],
): Promise<Decided> {
  const steps: Step[] = [];
  const known = new Set(facts.known);
  let { lastSeq } = facts;
  for (const dated of entries) {
    const { entry, read } = dated;
    const place = placeOf(dated, { ...facts, lastSeq, known });
    if ("stop" in place) return { steps, stop: place.stop };
    if (place.at === "already") {
      steps.push({ result: { id: entry.id, state: "already" }, isCopy: false });
      continue;
    }
    const isCopy = place.at === "copy";
    const outcome = await decideEntry(ports, facts, { dated, isIdUsed: known.has(entry.id) });
    facts.heads.apply(outcome.planned);
    const counter = isCopy ? undefined : moving(dated, facts.identity.till);
    steps.push({
      result: resultOf(entry, outcome.reason),
      command: toCommand(facts, dated, { ...outcome, counter }),
      isCopy,
    });
    known.add(entry.id);
    if (!isCopy) lastSeq = read.is === "lost" ? read.to : entry.seq;
  }
  return { steps, stop: undefined };
}

/** An entry that arrived before is never decided again: its first body counts. */
function placeOf(
  { entry: { id, seq }, read, time }: DatedEntry,
  { known, lastSeq, suspendedMs }: EntryFacts,
): Place {
  if (seq <= lastSeq && known.has(id)) return { at: "already" };
  if (seq > lastSeq + 1) return { stop: "gap" };
  if (read.is === "newer") return { stop: "newer" };
  if (suspendedMs !== undefined && time.occurredMs >= suspendedMs) return { stop: "suspended" };
  return { at: seq <= lastSeq ? "copy" : "next" };
}

type Outcome = Readonly<{
  planned: readonly PlannedEvent[];
  flags: readonly EntryFlag[];
  approval?: GrantedApproval | undefined;
  /** Why it is set aside, if it is. */
  reason?: string;
}>;

type Undecided = Readonly<{ dated: DatedEntry; isIdUsed: boolean }>;

async function decideEntry(
  { sealer, read: log }: DecidePorts,
  facts: EntryFacts,
  { dated: { entry, read, time }, isIdUsed }: Undecided,
): Promise<Outcome> {
  const { identity, heads, isRevoked, refused } = facts;
  const { tenantId, till: number } = identity;
  const aside = async (reason: string, subject = customerIn(entry)): Promise<Outcome> => ({
    planned: await planAside({ sealer, identity, heads, entry, reason, subject }),
    flags: [],
    reason,
  });

  if (isIdUsed) return aside(ID_USED);
  // A revoked till may still say which entries it lost: the next ones are counted from there.
  if (read.is === "lost") {
    return { planned: planLost(identity, heads, { from: entry.seq, to: read.to }), flags: [] };
  }
  if (isRevoked) return aside("till-revoked");
  const refusal = refused.get(entry.id);
  if (refusal !== undefined) return aside(refusal);
  if (read.is !== "decidable") return aside("malformed");
  const approval = await findApproval(log, { identity, heads, entry, occurredMs: time.occurredMs });
  const decision = await read.decide({
    tenantId,
    till: number,
    ...time,
    approval,
    headOf: heads.of,
  });
  if ("aside" in decision) return aside(decision.aside, decision.subject);
  if (approval?.how !== "offline") return { ...decision, approval };
  const claimed = planClaim(heads, entry, { ...approval, amountMinor: decision.concededMinor });
  return {
    planned: [...decision.planned, ...claimed],
    flags: [...decision.flags, "approval-offline"],
    approval,
  };
}

/** Entries have no gap: each needs the one before, and a refused one refuses those after it. */
const moving = ({ entry: { seq }, read }: DatedEntry, till: number): CounterLine => ({
  name: `till:${till}`,
  before: seq - 1,
  delta: read.is === "lost" ? read.to - seq + 1 : 1,
});

const resultOf = ({ id }: Entry, reason: string | undefined): EntryResult =>
  reason === undefined ? { id, state: "accepted" } : { id, state: "aside", reason };

function toCommand(
  { identity, heads, suspendedMs }: EntryFacts,
  { entry, time }: DatedEntry,
  {
    planned,
    flags,
    approval,
    reason,
    counter,
  }: Outcome & Readonly<{ counter: CounterLine | undefined }>,
): AppendCommand {
  const [first, ...others] = planned;
  const events = first && counter ? [counted(first, counter), ...others] : planned;
  const allFlags = new Set([...flagsOf(entry, time, { identity, heads }), ...flags]);
  return {
    tenantId: identity.tenantId,
    commandId: commandIdOf(entry, identity, reason),
    requestHash: createHash("sha256").update(canonicalJson(entry)).digest(),
    actorId: entry.person,
    meta: JSON.stringify(metaOf(identity, { entry, time }, { flags: [...allFlags], approval })),
    // It happened before the suspension, so it is appended as the platform's commands are.
    ...(suspendedMs === undefined ? {} : { platform: true }),
    events: events.map((event) => toAppendEvent(event, time.occurredMs)),
  };
}

const flagsOf = (
  { person }: Entry,
  { claimedMs }: EntryTime,
  { identity, heads }: Pick<EntryFacts, "identity" | "heads">,
): EntryFlag[] => [
  ...(claimedMs === undefined ? [] : (["clock"] as const)),
  ...(isProvedAt(tillDecider.parseState(heads.of(streamOf(identity)).state), identity, person)
    ? []
    : (["person-unproved"] as const)),
];

const counted = (event: PlannedEvent, counter: CounterLine): PlannedEvent => ({
  ...event,
  counters: [...(event.counters ?? []), counter],
});

/** The id of an entry is the key of its command, unless something else has it. */
const commandIdOf = (
  { id, seq }: Entry,
  { till: number }: TillIdentity,
  reason: string | undefined,
): CommandId => CommandId.parse(reason === ID_USED ? derivedId(id, `till:${number}:${seq}`) : id);

const metaOf = (
  { deviceId }: TillIdentity,
  { entry, time: { claimedMs } }: Pick<DatedEntry, "entry" | "time">,
  { flags, approval }: Pick<Outcome, "flags" | "approval">,
): EventMeta => ({
  source: "till",
  device: deviceId,
  deviceSeq: entry.seq,
  basis: entry.basis,
  ...(claimedMs === undefined ? {} : { claimedMs }),
  ...(approval && { approval: approvalOf(approval) }),
  ...(flags.length === 0 ? {} : { flags: [...flags] }),
});

const approvalOf = ({ by, how, approvalId, what, oversell }: GrantedApproval) => ({
  by,
  how,
  approvalId,
  ...(oversell && { what, oversell }),
});

const streamOf = ({ tenantId, till: number }: TillIdentity): StreamId =>
  tillStream(tenantId, number);
