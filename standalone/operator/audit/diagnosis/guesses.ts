import { SCHEMA_VERSION } from "#kernel/contract/events/catalogue.ts";
import type { LeafFields } from "#kernel/verify/hashes.ts";
import type { LoggedEvent } from "#kernel/verify/read-log.ts";

/** An event that is not what its leaf says, and what stands around it. */
export type Changed = Readonly<{
  row: LoggedEvent;
  wasSeq: number;
  before: LoggedEvent | undefined;
  after: LoggedEvent | undefined;
  /** Who acts in this log. */
  actors: readonly string[];
}>;

export type Field = keyof LeafFields;
type Guess = Readonly<{ field: Field; values: Iterable<string | number | null> }>;

/** So far from each other may two events lie that the time between them is tried through. */
const MOST_MS = 300_000;
const CLOCKS_APART_MS = 10_000;
const SMALL = 64;

/** What one field may have been, the likeliest and cheapest first. */
export function guesses(
  { row, before, after, actors }: Changed,
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
    { field: "type", values: Object.keys(SCHEMA_VERSION) },
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

const STREAM_TYPES =
  "sale product customer tenant member profile notifications mail business-settings notification-settings platform-settings system-alerts contact-message".split(
    " ",
  );

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
