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
const APPEND_PLAIN = `select * from es.append_plain($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
  $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`;

/**
 * A flush as es.append_plain takes it. Numbers that refer to a list are 1-based, as in SQL; 0 is
 * none.
 */
type PlainFlush = Readonly<{
  /** The event of the first command: all have its type and its snapshot. */
  like: AppendEvent;
  tenants: readonly string[];
  commands: readonly PlainCommand[];
  products: readonly Placed<StreamId>[];
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
}>;

type Placed<Name> = Readonly<{ tenant: number; name: Name }>;

/**
 * Appends a flush of plain sales in one transaction, with less work than es.append_any needs to decide
 * any commands. Undefined, and nothing appended, if the flush is not of that kind or if not all of
 * it can be accepted: es.append_any then says which command is refused, and why.
 */
export async function appendPlain(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[] | undefined> {
  const flush = toPlainFlush(commands);
  if (!flush) return undefined;
  try {
    const { rows } = await db.query<Row>({
      name: "es.append_plain",
      text: APPEND_PLAIN,
      values: valuesOf(flush),
      rowMode: "array",
    });
    return rows.length === 0 ? undefined : rows.map(toOutcome);
  } catch (error) {
    // A command that raises does so in es.append_any too, where its caller is found.
    if (isTransient(error)) throw error;
    return undefined;
  }
}

type Row = [seq: number, recordedMs: number, effects: string];

const toOutcome = ([seq, recordedMs, effects]: Row): AppendOutcome => ({
  outcome: "ok",
  firstSeq: seq,
  lastSeq: seq,
  detail: undefined,
  recordedMs,
  effects,
});

/** Undefined if a command is not plain, or if two have the same key or the same stream. */
function toPlainFlush(commands: readonly AppendCommand[]): PlainFlush | undefined {
  const like = commands[0]?.events[0];
  if (!like || !commands.every((command) => isPlain(command, like))) return undefined;
  const keys = new Set(commands.map(({ tenantId, commandId }) => tenantId + commandId));
  const streams = new Set(
    commands.map(({ tenantId, events: [event] }) => tenantId + event?.streamId),
  );
  if (keys.size < commands.length || streams.size < commands.length) return undefined;

  const tenants = [...new Set(commands.map(({ tenantId }) => tenantId))].toSorted();
  const tenantAt = new Map<string, number>(tenants.map((id, index) => [id, index + 1]));
  const products = createPlaces<StreamId>();
  const counters = createPlaces<string>();
  const lines: PlainFlush["lines"][number][] = [];
  const placed = commands.flatMap((command): PlainCommand[] => {
    const [event] = command.events;
    if (!event) return [];
    const tenant = tenantAt.get(command.tenantId) ?? 0;
    for (const { productId, amount, floor } of event.stock ?? []) {
      lines.push({ head: products.of(tenant, productId), amount, least: floor ? 0 : LEAST });
    }
    const [counter] = event.counters ?? [];
    return [
      {
        tenant,
        command,
        event,
        lines: lines.length,
        counter: counter ? counters.of(tenant, counter.name) : 0,
        delta: counter?.delta ?? 0,
      },
    ];
  });
  return { like, tenants, commands: placed, products: products.all, lines, counters: counters.all };
}

/** One event that opens a stream of its own, takes stock by amounts, and moves at most one counter up. */
function isPlain(command: AppendCommand, like: AppendEvent): boolean {
  const [event, ...more] = command.events;
  const isFirst = event?.expected === 0 && event.tenantId === undefined;
  if (!isFirst || more.length > 0) return false;
  if (command.newTenant || command.platform || command.setStatus !== undefined) return false;
  const { stock = [], counters = [] } = event;
  return (
    isLike(event, like) &&
    stock.length > 0 &&
    stock.every((line) => isTaken(line) && line.productId !== event.streamId) &&
    counters.length <= 1 &&
    counters.every(isUnlimited)
  );
}

const isLike = (event: AppendEvent, { streamType, type, schemaV, state }: AppendEvent): boolean =>
  event.streamType === streamType &&
  event.type === type &&
  event.schemaV === schemaV &&
  event.state === state &&
  state !== undefined;

const isTaken = ({ amount, absolute, expectedOnHand }: StockLine): boolean =>
  amount < 0 && !absolute && expectedOnHand === undefined;

const isUnlimited = ({ delta, max, before }: CounterLine): boolean =>
  delta > 0 && max === undefined && before === undefined;

/** Lists each name of a tenant once. */
function createPlaces<Name extends string>() {
  const all: Placed<Name>[] = [];
  const known = new Map<string, number>();
  return {
    all,
    of(tenant: number, name: Name): number {
      const key = `${tenant}/${name}`;
      const at = known.get(key) ?? all.push({ tenant, name });
      known.set(key, at);
      return at;
    },
  };
}

/** Arrays are binary, because the server takes their texts apart more slowly than it decides. */
function valuesOf({ like, tenants, commands, products, lines, counters }: PlainFlush): unknown[] {
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
    arrayBytes("int", products, ({ tenant }) => tenant),
    arrayBytes("uuid", products, ({ name }) => name),
    arrayBytes("int", lines, ({ head }) => head),
    arrayBytes("int", lines, ({ amount }) => amount),
    arrayBytes("int", lines, ({ least }) => least),
    arrayBytes("int", counters, ({ tenant }) => tenant),
    arrayBytes("text", counters, ({ name }) => name),
  ];
}
