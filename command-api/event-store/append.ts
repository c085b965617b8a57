import type { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

/** Changes the stock of one product by `amount`, or sets it to `amount` when `absolute`. */
export type StockLine = Readonly<{
  productId: StreamId;
  amount: number;
  absolute?: boolean;
  /** Refused with `stock-changed` when the stock on hand is different. */
  expectedOnHand?: number;
  /**
   * Refuse to go below 0. False only for sales that may oversell and for what has already happened.
   */
  floor: boolean;
}>;

/** Moves a counter: receipt numbers, plan limits, the numbers of a device's entries. */
export type CounterLine = Readonly<{
  name: string;
  delta: number;
  /** Refused with `counter-limit` when it would exceed this. */
  max?: number;
  /** Refused with `counter-moved` when the counter has another value before. */
  before?: number;
}>;

export type AppendEvent = Readonly<{
  /** Defaults to the command's own tenant. */
  tenantId?: TenantId;
  streamId: StreamId;
  streamType: string;
  /**
   * The version the event was decided on; -1 only for a pure stock delta, which writes no snapshot.
   */
  expected: number;
  type: string;
  schemaV: number;
  occurredMs: number;
  /** JSON texts: exactly these bytes are stored and hashed. */
  data: string;
  state?: string;
  stock?: readonly StockLine[];
  counters?: readonly CounterLine[];
}>;

/** A stream as it was when a command was decided. It is the same if its version or its snapshot is. */
export type Assumed = Readonly<{
  streamId: StreamId;
  version: number;
  /** The SHA-256 of its snapshot; undefined if it has none. */
  stateHash: Buffer | undefined;
}>;

export type AppendCommand = Readonly<{
  tenantId: TenantId;
  commandId: CommandId;
  requestHash: Buffer;
  actorId: UserId;
  meta: string;
  /** The command creates its tenant. */
  newTenant?: boolean;
  /** A command of the platform, which a suspended tenant also accepts. */
  platform?: boolean;
  setStatus?: 1 | 2 | 3;
  /** The remembered heads that it was decided on. If one has changed, it is not appended: `stale`. */
  assumes?: readonly Assumed[];
  events: readonly AppendEvent[];
}>;

export type Outcome =
  | "ok"
  | "duplicate"
  | "key-reused"
  | "unknown-tenant"
  | "tenant-suspended"
  | "version-conflict"
  | "stale"
  | "unknown-product"
  | "stock-changed"
  | "insufficient-stock"
  | "stock-too-large"
  | "counter-limit"
  | "counter-moved";

export type AppendOutcome = Readonly<{
  outcome: Outcome;
  /** Sequence numbers in the command's own tenant; lastSeq < firstSeq when nothing was appended. */
  firstSeq: number;
  lastSeq: number;
  /** The stream or counter that caused a refusal. */
  detail: string | undefined;
  recordedMs: number;
  /** JSON text: the effects of each event in order, null for none. */
  effects: string;
}>;

type Row = [
  number,
  Outcome,
  number | null,
  number | null,
  string | null,
  number | null,
  string | null,
];

/**
 * Appends up to 64 commands of any kind in one transaction, each decided by itself. Returns one
 * outcome per command, in their order.
 */
export async function appendAny(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[]> {
  const { rows } = await db.query<Row>({
    name: "es.append_any",
    text: APPEND_SQL,
    values: flatten(commands),
    rowMode: "array",
  });
  if (rows.length !== commands.length) throw new InvariantError("es.append_any lost a command");
  return rows.map(([, outcome, firstSeq, lastSeq, detail, recordedMs, effects]) => ({
    outcome,
    firstSeq: firstSeq ?? 0,
    lastSeq: lastSeq ?? -1,
    detail: detail ?? undefined,
    recordedMs: recordedMs ?? 0,
    effects: effects ?? "[]",
  }));
}

const COLUMNS = {
  c_tenant: "uuid",
  c_id: "uuid",
  c_hash: "bytea",
  c_actor: "uuid",
  c_meta: "text",
  c_twin: "int",
  c_new: "boolean",
  c_platform: "boolean",
  c_status: "smallint",
  h_tenant: "uuid",
  h_stream: "uuid",
  h_type: "text",
  e_cmd: "int",
  e_head: "int",
  e_expected: "int",
  e_type: "text",
  e_sv: "smallint",
  e_occ: "bigint",
  e_data: "text",
  e_state: "text",
  s_event: "int",
  s_head: "int",
  s_amount: "int",
  s_absolute: "boolean",
  s_expected: "int",
  s_floor: "boolean",
  k_tenant: "uuid",
  k_name: "text",
  n_event: "int",
  n_key: "int",
  n_delta: "bigint",
  n_max: "bigint",
  n_before: "bigint",
} as const;

type Column = keyof typeof COLUMNS;
type Value = string | number | boolean | null;
type Arrays = Record<Column, Value[]>;

const NAMES = Object.keys(COLUMNS);

export const APPEND_SQL = `select * from es.append_any(${Object.values(COLUMNS)
  .map((type, index) => `$${index + 1}::${type}[]`)
  .join(", ")})`;

/** The arguments of es.append_any: flat arrays that refer to each other by 1-based indexes. */
export function flatten(commands: readonly AppendCommand[]): Value[][] {
  const arrays = emptyArrays();
  const indexes = { heads: new Map<string, number>(), counters: new Map<string, number>() };
  const seen = new Map<string, number>();
  commands.forEach((command, index) => {
    pushCommand(arrays, command, seen);
    for (const event of command.events) {
      pushEvent(arrays, indexes, { command, event, at: index + 1 });
    }
  });
  return Object.values(arrays);
}

function emptyArrays(): Arrays {
  const arrays: Partial<Arrays> = {};
  for (const name of NAMES) if (isColumn(name)) arrays[name] = [];
  if (!isComplete(arrays)) throw new Error("a column of es.append_any is missing");
  return arrays;
}

const isColumn = (name: string): name is Column => name in COLUMNS;
const isComplete = (arrays: Partial<Arrays>): arrays is Arrays =>
  Object.keys(arrays).length === NAMES.length;

function pushCommand(arrays: Arrays, command: AppendCommand, seen: Map<string, number>): void {
  const key = command.tenantId + command.commandId;
  const at = arrays.c_tenant.push(command.tenantId);
  arrays.c_id.push(command.commandId);
  arrays.c_hash.push(`\\x${command.requestHash.toString("hex")}`);
  arrays.c_actor.push(command.actorId);
  arrays.c_meta.push(command.meta);
  arrays.c_twin.push(seen.get(key) ?? 0);
  arrays.c_new.push(command.newTenant ?? false);
  arrays.c_platform.push(command.platform ?? false);
  arrays.c_status.push(command.setStatus ?? 0);
  seen.set(key, at);
}

type Indexes = { heads: Map<string, number>; counters: Map<string, number> };
type Placed = { command: AppendCommand; event: AppendEvent; at: number };

function pushEvent(arrays: Arrays, indexes: Indexes, { command, event, at }: Placed): void {
  const tenantId = event.tenantId ?? command.tenantId;
  const head = (streamId: string, type: string): number =>
    indexOf(indexes.heads, tenantId + streamId, () => {
      arrays.h_tenant.push(tenantId);
      arrays.h_stream.push(streamId);
      return arrays.h_type.push(type);
    });
  arrays.e_cmd.push(at);
  arrays.e_head.push(head(event.streamId, event.streamType));
  arrays.e_expected.push(event.expected);
  arrays.e_type.push(event.type);
  arrays.e_sv.push(event.schemaV);
  arrays.e_occ.push(event.occurredMs);
  arrays.e_data.push(event.data);
  const position = arrays.e_state.push(event.state ?? null);
  for (const line of event.stock ?? []) {
    arrays.s_event.push(position);
    arrays.s_head.push(head(line.productId, "product"));
    arrays.s_amount.push(line.amount);
    arrays.s_absolute.push(line.absolute ?? false);
    arrays.s_expected.push(line.expectedOnHand ?? null);
    arrays.s_floor.push(line.floor);
  }
  for (const line of event.counters ?? []) {
    arrays.n_event.push(position);
    arrays.n_key.push(
      indexOf(indexes.counters, `${tenantId}/${line.name}`, () => {
        arrays.k_tenant.push(tenantId);
        return arrays.k_name.push(line.name);
      }),
    );
    arrays.n_delta.push(line.delta);
    arrays.n_max.push(line.max ?? null);
    arrays.n_before.push(line.before ?? null);
  }
}

function indexOf(known: Map<string, number>, key: string, add: () => number): number {
  const index = known.get(key) ?? add();
  known.set(key, index);
  return index;
}
