import { EVENT_TYPES, STREAM_TYPES } from "#kernel/contract/event-types.ts";
import { type LogDeviation, NOT_AS_RECORDED } from "#kernel/verify/deviation.ts";
import { type LeafFields, leafOf } from "#kernel/verify/hashes.ts";
import type { LoggedEvent } from "#kernel/verify/read-log.ts";

import { byteBefore } from "./byte-before.ts";

// A leaf shows that an event was changed, but not which part of it. If only one field was changed,
// trying its likely values finds the recorded event: the one whose hash is the stored leaf.

export function findChange(changed: ChangedEvent): Omit<LogDeviation, "seq"> {
  const { row, wasSeq } = changed;
  const fields: LeafFields = { ...row, seq: wasSeq };
  for (const { field, values } of guesses(changed, fields)) {
    for (const value of values) {
      if (!leafOf({ ...fields, [field]: value }).equals(row.leaf)) continue;
      return { kind: kindOf(field), message: `its ${NAMES[field]} was ${String(value)}` };
    }
  }
  for (const field of ["data", "meta", "effects"] as const) {
    const was = byteBefore(fields, field, row.leaf);
    if (was) return { kind: kindOf(field), message: `its ${NAMES[field]}: ${was}` };
  }
  return { kind: "payload", message: NOT_AS_RECORDED };
}

const PAYLOAD: ReadonlySet<Field> = new Set<Field>(["data", "effects"]);
const kindOf = (field: Field): LogDeviation["kind"] =>
  PAYLOAD.has(field) ? "payload" : "metadata";

const NAMES: Readonly<Record<Field, string>> = {
  tenantId: "tenant",
  seq: "number",
  streamId: "stream",
  streamVersion: "version in its stream",
  streamType: "kind of stream",
  type: "type",
  schemaV: "schema version",
  commandId: "command",
  commandIx: "place in its command",
  actorId: "actor",
  recordedMs: "time of recording",
  occurredMs: "time",
  data: "data",
  meta: "metadata",
  effects: "effects",
};

/** An event that does not match its leaf, and its neighbours. */
type ChangedEvent = Readonly<{
  row: LoggedEvent;
  wasSeq: number;
  before: LoggedEvent | undefined;
  after: LoggedEvent | undefined;
  /** The actors of the events around it. */
  actors: readonly string[];
}>;

type Field = keyof LeafFields;
type Guess = Readonly<{ field: Field; values: Iterable<string | number | null> }>;

/** Every millisecond between two events is tried up to this distance. */
const MOST_MS = 300_000;
const CLOCKS_APART_MS = 10_000;
const SMALL = 64;

/** The values that each field may have had, the likeliest and cheapest first. */
function guesses(
  { row, before, after, actors }: ChangedEvent,
  fields: LeafFields,
): readonly Guess[] {
  const [first, last] = [before?.recordedMs, after?.recordedMs];
  const earliest = first ?? (last ?? row.recordedMs) - MOST_MS;
  const latest = Math.min(last ?? earliest + MOST_MS, earliest + MOST_MS);
  const around = [before, after].flatMap((other) => other ?? []);
  return [
    { field: "actorId", values: [...actors, ...idsNear(fields.actorId)] },
    { field: "recordedMs", values: between(earliest, latest) },
    { field: "recordedMs", values: digitsOf(fields.recordedMs) },
    {
      field: "occurredMs",
      values: between(fields.recordedMs - CLOCKS_APART_MS, fields.recordedMs),
    },
    { field: "occurredMs", values: digitsOf(fields.occurredMs) },
    {
      field: "occurredMs",
      values: between(fields.occurredMs - CLOCKS_APART_MS, fields.occurredMs + CLOCKS_APART_MS),
    },
    { field: "type", values: EVENT_TYPES.map(({ type }) => type) },
    { field: "streamType", values: STREAM_TYPES },
    { field: "schemaV", values: between(0, SMALL) },
    { field: "commandIx", values: between(0, SMALL) },
    { field: "streamVersion", values: between(1, row.streamVersion + SMALL) },
    { field: "streamId", values: idsNear(fields.streamId) },
    {
      field: "commandId",
      values: [...around.map((other) => other.commandId), ...idsNear(fields.commandId)],
    },
    { field: "meta", values: around.map((other) => other.meta) },
    { field: "effects", values: [null] },
  ];
}

function* between(first: number, last: number): Generator<number> {
  for (let value = first; value <= last; value += 1) yield value;
}

/** The number with one digit changed. */
function* digitsOf(value: number): Generator<number> {
  const text = String(value);
  for (let at = 0; at < text.length; at += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      yield Number(`${text.slice(0, at)}${digit}${text.slice(at + 1)}`);
    }
  }
}

/** The id with one digit changed. */
function* idsNear(id: string): Generator<string> {
  for (let at = 0; at < id.length; at += 1) {
    if (id[at] === "-") continue;
    for (const digit of "0123456789abcdef") yield `${id.slice(0, at)}${digit}${id.slice(at + 1)}`;
  }
}
