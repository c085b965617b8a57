import type { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { APPEND_SQL, flatten } from "./flatten.ts";

/** A move of one product's stock: by `amount`, or to it where `absolute`. */
export type StockLine = Readonly<{
  productId: StreamId;
  amount: number;
  absolute?: boolean;
  /** Refused with `stock-changed` when the stock on hand is another (R20). */
  expectedOnHand?: number;
  /** Refuse below 0. False only for what already happened and for shops that oversell. */
  floor: boolean;
}>;

/** A counter moved by the append: receipt numbers, plan limits. Over `max` the command is refused. */
export type CounterLine = Readonly<{ name: string; delta: number; max?: number }>;

export type AppendEvent = Readonly<{
  /** The command's own tenant unless it is said. */
  tenantId?: TenantId;
  streamId: StreamId;
  streamType: string;
  /** The version the event was decided on; -1 only for a pure stock delta, which writes no snapshot. */
  expected: number;
  type: string;
  schemaV: number;
  occurredMs: number;
  /** JSON texts: the bytes that are stored and hashed. */
  data: string;
  state?: string;
  stock?: readonly StockLine[];
  counters?: readonly CounterLine[];
}>;

export type AppendCommand = Readonly<{
  tenantId: TenantId;
  commandId: CommandId;
  requestHash: Buffer;
  actorId: UserId;
  meta: string;
  /** The command brings its tenant into being. */
  newTenant?: boolean;
  /** The platform's own command: a suspended tenant takes it. */
  platform?: boolean;
  setStatus?: 1 | 2 | 3;
  events: readonly AppendEvent[];
}>;

export type Outcome =
  | "ok"
  | "duplicate"
  | "key-reused"
  | "unknown-tenant"
  | "tenant-suspended"
  | "version-conflict"
  | "unknown-product"
  | "stock-changed"
  | "insufficient-stock"
  | "stock-too-large"
  | "counter-limit";

export type AppendOutcome = Readonly<{
  outcome: Outcome;
  /** In the command's own tenant; lastSeq < firstSeq where nothing was appended. */
  firstSeq: number;
  lastSeq: number;
  /** The stream or counter a refusal is about. */
  detail: string | undefined;
  recordedMs: number;
  /** JSON text: the effects of each event, in order, null for none. */
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

/** Appends up to 64 commands in one transaction; one outcome a command, in their order. */
export async function appendBatch(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[]> {
  const { rows } = await db.query<Row>({
    name: "es.append",
    text: APPEND_SQL,
    values: flatten(commands),
    rowMode: "array",
  });
  if (rows.length !== commands.length) throw new InvariantError("es.append lost a command");
  return rows.map(([, outcome, firstSeq, lastSeq, detail, recordedMs, effects]) => ({
    outcome,
    firstSeq: firstSeq ?? 0,
    lastSeq: lastSeq ?? -1,
    detail: detail ?? undefined,
    recordedMs: recordedMs ?? 0,
    effects: effects ?? "[]",
  }));
}
