import type { CommandId, StreamId, TenantId } from "#kernel/contract/ids.ts";
import { createMicroBatcher } from "#kernel/node/micro-batcher.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

/** One stream as the write model knows it. Version 0: it does not exist. */
export type Head = Readonly<{
  version: number;
  onHand: number | undefined;
  /** The parsed snapshot; unknown until its decider parses it. */
  state: unknown;
  /** The snapshot as it is stored. */
  stateText?: string;
  /** Absent when the stream does not exist. */
  streamType?: string;
}>;

/** The head of a stream that does not exist. */
export const NO_HEAD: Head = { version: 0, onHand: undefined, state: undefined };

/** The events that an earlier request with the same key appended. */
export type DoneBefore = Readonly<{ requestHash: Buffer; firstSeq: number; lastSeq: number }>;

export type Loaded = Readonly<{
  /** Undefined: no such tenant. 1 active, 2 pending, 3 suspended. */
  tenantStatus: number | undefined;
  before: DoneBefore | undefined;
  heads: readonly Head[];
}>;

export type LoadRequest = Readonly<{
  tenantId: TenantId;
  commandId: CommandId;
  streams: readonly StreamId[];
}>;

export type Load = (request: LoadRequest) => Promise<Loaded>;

type Row = [
  kind: "c" | "h",
  ix: number,
  status: number | null,
  hash: Buffer | null,
  firstSeq: number | null,
  lastSeq: number | null,
  version: number | null,
  onHand: number | null,
  state: string | null,
  streamType: string | null,
];

const SQL = "select * from es.load($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])";

/**
 * Loads heads, snapshots and command rows of many callers in one query, batched like the append.
 */
export function createLoad(db: Queryable, inFlight = 2): Load {
  return createMicroBatcher<LoadRequest, Loaded>({
    tenantOf: (request) => request.tenantId,
    run: (requests) => loadBatch(db, requests),
    inFlight,
  });
}

export async function loadBatch(
  db: Queryable,
  requests: readonly LoadRequest[],
): Promise<Loaded[]> {
  const streams = requests.flatMap(({ tenantId, streams: ids }) =>
    ids.map((id) => [tenantId, id] as const),
  );
  const { rows } = await db.query<Row>({
    name: "es.load",
    text: SQL,
    values: [
      requests.map(({ tenantId }) => tenantId),
      requests.map(({ commandId }) => commandId),
      streams.map(([tenantId]) => tenantId),
      streams.map(([, id]) => id),
    ],
    rowMode: "array",
  });
  return assemble(requests, rows);
}

function assemble(requests: readonly LoadRequest[], rows: readonly Row[]): Loaded[] {
  const commands: Row[] = [];
  const heads: Head[] = [];
  for (const row of rows) {
    if (row[0] === "c") commands[row[1] - 1] = row;
    else heads[row[1] - 1] = toHead(row);
  }
  let from = 0;
  return requests.map(({ streams }, index) => {
    const own = heads.slice(from, from + streams.length);
    from += streams.length;
    return { ...toCommand(commands[index]), heads: own };
  });
}

function toCommand(row: Row | undefined): Omit<Loaded, "heads"> {
  const [, , status, requestHash, firstSeq, lastSeq] = row ?? [];
  return {
    tenantStatus: status ?? undefined,
    before:
      requestHash && typeof firstSeq === "number" && typeof lastSeq === "number"
        ? { requestHash, firstSeq, lastSeq }
        : undefined,
  };
}

const toHead = ([, , , , , , version, onHand, state, streamType]: Row): Head => ({
  version: version ?? 0,
  onHand: onHand ?? undefined,
  ...(state === null ? { state: undefined } : { state: JSON.parse(state), stateText: state }),
  ...(streamType === null ? {} : { streamType }),
});
