import type { StreamId } from "#kernel/contract/ids.ts";
import { arrayBytes } from "#kernel/node/postgres/array-bytes.ts";
import { isTransient, type Queryable } from "#kernel/node/postgres/connections.ts";

import type {
  AppendCommand,
  AppendEvent,
  AppendOutcome,
  CounterLine,
  StockLine,
} from "./append.ts";

const LEAST = -(2 ** 31);

/** In the order of `valuesOf`. */
const APPEND_PLAIN = `select * from es.append_plain_on($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
  $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`;

/**
 * A flush as es.append_plain_on takes it. Numbers that refer to a list are 1-based, as in SQL; 0 is
 * none.
 */
type PlainFlush = Readonly<{
  /** The event of the first command: all have its type and its snapshot. */
  like: AppendEvent;
  tenants: readonly string[];
  commands: readonly PlainCommand[];
  heads: readonly ExpectedHead[];
  lines: readonly Readonly<{ head: number; amount: number; least: number }>[];
  counters: readonly Placed<string>[];
}>;

type PlainCommand = Readonly<{
  tenant: number;
  command: AppendCommand;
  event: AppendEvent;
  /** How many stock lines there are up to and with this command's. */
  lines: number;
  counter: number;
  delta: number;
  assumes: readonly AssumedHead[];
}>;

type AssumedHead = Readonly<{ head: number; version: number; stateHash: Buffer | undefined }>;

type Placed<Name> = Readonly<{ tenant: number; name: Name }>;
type ExpectedHead = Placed<StreamId> & Partial<AssumedHead>;

/** Appended, or not: these commands assume what has changed, or cannot be accepted. */
type Tried =
  | Readonly<{ outcomes: AppendOutcome[] }>
  | Readonly<{ setAside: ReadonlySet<AppendCommand> }>;

/**
 * Appends a flush of plain sales in one transaction, with less work than es.append_any needs to decide
 * any commands. Undefined, and nothing appended, if the flush is not of that kind. If not all of it
 * can be accepted, nothing is appended either: es.append_any then says why.
 */
export async function appendPlain(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<Tried | undefined> {
  const flush = toPlainFlush(commands);
  if (!flush) return undefined;
  const old = assuming(flush, (assumed) => isOlder(assumed, flush.heads[assumed.head - 1]));
  if (old.size > 0) return { setAside: old };
  try {
    const { rows } = await db.query<Row>({
      name: "es.append_plain_on",
      text: APPEND_PLAIN,
      values: valuesOf(flush),
      rowMode: "array",
    });
    if (rows.length === 0) return undefined;
    if (rows[0]?.[0] !== null) return { outcomes: rows.map(toOutcome) };
    return { setAside: setAside(flush, rows) };
  } catch (error) {
    // A command that raises does so in es.append_any too, where its caller is found.
    if (isTransient(error)) throw error;
    return undefined;
  }
}

type Row = [
  seq: number | null,
  recordedMs: number | null,
  effects: string | null,
  staleHead: number | null,
  refused: number | null,
];

/** Of two commands that were decided on different snapshots, one is old: versions only grow. */
const isOlder = (assumed: AssumedHead, newest: Partial<AssumedHead> | undefined): boolean =>
  assumed.version < (newest?.version ?? 0) && !isSame(assumed.stateHash, newest?.stateHash);

const isSame = (hash: Buffer | undefined, other: Buffer | undefined): boolean =>
  hash && other ? hash.equals(other) : hash === other;

function setAside(flush: PlainFlush, rows: readonly Row[]): ReadonlySet<AppendCommand> {
  const stale = new Set(rows.map(([, , , head]) => head));
  const named = assuming(flush, ({ head }) => stale.has(head));
  const refused = rows.flatMap(([, , , , at]) => flush.commands[(at ?? 0) - 1]?.command ?? []);
  return new Set([...named, ...refused]);
}

/** The commands that assume such a head. */
const assuming = (
  { commands }: PlainFlush,
  is: (assumed: AssumedHead) => boolean,
): ReadonlySet<AppendCommand> =>
  new Set(commands.filter(({ assumes }) => assumes.some(is)).map(({ command }) => command));

const toOutcome = ([seq, recordedMs, effects]: Row): AppendOutcome => ({
  outcome: "ok",
  firstSeq: seq ?? 0,
  lastSeq: seq ?? -1,
  detail: undefined,
  recordedMs: recordedMs ?? 0,
  effects: effects ?? "[]",
});

/** Undefined if a command is not plain, or if two have the same key or the same stream. */
function toPlainFlush(commands: readonly AppendCommand[]): PlainFlush | undefined {
  const like = commands[0]?.events[0];
  const areAlike = commands.every((command) => isPlain(command) && isLike(command, like));
  if (!like || !areAlike) return undefined;
  const keys = new Set(commands.map(({ commandId }) => commandId));
  const streams = new Set(commands.map(({ events: [event] }) => event?.streamId));
  if (keys.size < commands.length || streams.size < commands.length) return undefined;

  const tenants = [...new Set(commands.map(({ tenantId }) => tenantId))].toSorted();
  const tenantAt = new Map<string, number>(tenants.map((id, index) => [id, index + 1]));
  const heads = createPlaces<StreamId>();
  const newest = new Map<number, AssumedHead>();
  const counters = createPlaces<string>();
  const lines: PlainFlush["lines"][number][] = [];
  const placed = commands.flatMap((command): PlainCommand[] => {
    const [event] = command.events;
    if (!event) return [];
    const tenant = tenantAt.get(command.tenantId) ?? 0;
    for (const { productId, amount, floor } of event.stock ?? []) {
      lines.push({ head: heads.of(tenant, productId), amount, least: floor ? 0 : LEAST });
    }
    const assumes = (command.assumes ?? []).map(({ streamId, version, stateHash }) => {
      const assumed = { head: heads.of(tenant, streamId), version, stateHash };
      const known = newest.get(assumed.head);
      if (!known || known.version < version) newest.set(assumed.head, assumed);
      return assumed;
    });
    const [counter] = event.counters ?? [];
    return [
      {
        tenant,
        command,
        event,
        lines: lines.length,
        counter: counter ? counters.of(tenant, counter.name) : 0,
        delta: counter?.delta ?? 0,
        assumes,
      },
    ];
  });
  const expected = heads.all.map((head, index) => ({ ...newest.get(index + 1), ...head }));
  return { like, tenants, commands: placed, heads: expected, lines, counters: counters.all };
}

/** One event that opens a stream of its own, takes stock by amounts, and moves at most one counter up. */
export function isPlain(command: AppendCommand): boolean {
  const [event, ...more] = command.events;
  const isFirst = event?.expected === 0 && event.tenantId === undefined;
  if (!isFirst || more.length > 0) return false;
  if (command.newTenant || command.platform || command.setStatus !== undefined) return false;
  const { stock = [], counters = [] } = event;
  return (
    event.state !== undefined &&
    stock.length > 0 &&
    stock.every((line) => isTaken(line) && line.productId !== event.streamId) &&
    counters.length <= 1 &&
    counters.every(isUnlimited)
  );
}

const isLike = ({ events: [event] }: AppendCommand, like: AppendEvent | undefined): boolean =>
  event !== undefined &&
  event.streamType === like?.streamType &&
  event.type === like.type &&
  event.schemaV === like.schemaV &&
  event.state === like.state;

const isTaken = ({ amount, absolute, expectedOnHand }: StockLine): boolean =>
  amount < 0 && !absolute && expectedOnHand === undefined;

const isUnlimited = ({ delta, max, before }: CounterLine): boolean =>
  delta > 0 && max === undefined && before === undefined;

/** Lists each name of a tenant once. */
function createPlaces<Name extends string>() {
  const all: Placed<Name>[] = [];
  const ofTenants: Map<Name, number>[] = [];
  return {
    all,
    of(tenant: number, name: Name): number {
      const known = (ofTenants[tenant] ??= new Map<Name, number>());
      const at = known.get(name) ?? all.push({ tenant, name });
      known.set(name, at);
      return at;
    },
  };
}

/** Arrays are binary, because the server takes their texts apart more slowly than it decides. */
function valuesOf({ like, tenants, commands, heads, lines, counters }: PlainFlush): unknown[] {
  const ofCommands = (type: string, of: (command: PlainCommand) => unknown): Buffer =>
    arrayBytes(type, commands, of);
  return [
    like.streamType,
    like.type,
    like.schemaV,
    like.state,
    arrayBytes("uuid", tenants, (id) => id),
    ofCommands("int", ({ tenant }) => tenant),
    ofCommands("uuid", ({ command }) => command.commandId),
    ofCommands("bytea", ({ command }) => command.requestHash),
    ofCommands("uuid", ({ command }) => command.actorId),
    ofCommands("text", ({ command }) => command.meta),
    ofCommands("uuid", ({ event }) => event.streamId),
    ofCommands("bigint", ({ event }) => event.occurredMs),
    ofCommands("text", ({ event }) => event.data),
    ofCommands("int", (command) => command.lines),
    ofCommands("int", ({ counter }) => counter),
    ofCommands("bigint", ({ delta }) => delta),
    arrayBytes("int", heads, ({ tenant }) => tenant),
    arrayBytes("uuid", heads, ({ name }) => name),
    arrayBytes("int", heads, ({ version }) => version),
    arrayBytes("bytea", heads, ({ stateHash }) => stateHash),
    arrayBytes("int", lines, ({ head }) => head),
    arrayBytes("int", lines, ({ amount }) => amount),
    arrayBytes("int", lines, ({ least }) => least),
    arrayBytes("int", counters, ({ tenant }) => tenant),
    arrayBytes("text", counters, ({ name }) => name),
  ];
}
