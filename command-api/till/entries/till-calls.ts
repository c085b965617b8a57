import type { EntriesRequest, Entry, LogPosition } from "#kernel/contract/api/till/entries.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import type { LastCall } from "./believed-time.ts";

/** How far a till's entries and the log of its tenant are. */
export type Progress = Readonly<{ lastSeq: number; log: LogPosition }>;

export type CallFacts = Progress &
  Readonly<{
    /** The chain hash at the position that the till sent; undefined if the log is shorter. */
    chainThere: string | undefined;
    lastCall: LastCall | undefined;
    /** The ids of the request that are used. */
    known: ReadonlySet<string>;
  }>;

export type Till = Readonly<{ tenantId: TenantId; till: number; deviceId: string }>;

export type NewCall = Readonly<{
  contactMs: number;
  madeSeq: number;
  believedMs: number | undefined;
}>;

/** The calls of tills and what their entries are decided on, over one pool of role cmd_writer. */
export type TillCalls = Readonly<{
  read: (till: Till, request: Pick<EntriesRequest, "entries" | "log">) => Promise<CallFacts>;
  note: (till: Till, call: NewCall) => Promise<Progress>;
  /** The ids of those recorded entries of the till whose numbers other entries have. */
  copies: (till: Till, entries: readonly Entry[]) => Promise<readonly string[]>;
}>;

type ProgressRow = { received_seq: number; log_seq: number; log_chain: string };
type FactsRow = ProgressRow & {
  chain_there: string | null;
  contact_ms: number | null;
  told_seq: number | null;
  believed_ms: number | null;
  known: string[];
};

export const createTillCalls = (db: Queryable): TillCalls => ({
  async read({ tenantId, till }, { entries, log }) {
    const { rows } = await db.query<FactsRow>({
      name: "es.till_entries",
      text: "select * from es.till_entries($1, $2, $3, $4, $5)",
      values: [
        tenantId,
        till,
        entries.map(({ id }) => id),
        entries.map(({ seq }) => seq),
        log?.seq ?? null,
      ],
    });
    const row = only(rows, tenantId);
    return {
      ...toProgress(row),
      chainThere: row.chain_there ?? undefined,
      lastCall: toLastCall(row),
      known: new Set(row.known),
    };
  },
  async note({ tenantId, till }, { contactMs, madeSeq, believedMs }) {
    const { rows } = await db.query<ProgressRow>({
      name: "es.note_till_call",
      text: "select * from es.note_till_call($1, $2, $3, $4, $5)",
      values: [tenantId, till, contactMs, madeSeq, believedMs ?? null],
    });
    return toProgress(only(rows, tenantId));
  },
  async copies({ tenantId, till, deviceId }, entries) {
    const ids = entries.map(({ id }) => id);
    const seqs = entries.map(({ seq }) => seq);
    const { rows } = await db.query<{ copies: string[] }>({
      name: "es.till_copies",
      text: "select es.till_copies($1, $2, $3, $4, $5) as copies",
      values: [tenantId, till, deviceId, ids, seqs],
    });
    return rows[0]?.copies ?? [];
  },
});

function only<Row>([row]: readonly Row[], tenantId: TenantId): Row {
  if (!row) throw new InvariantError(`${tenantId} has a till and no log`);
  return row;
}

const toProgress = ({ received_seq, log_seq, log_chain }: ProgressRow): Progress => ({
  lastSeq: received_seq,
  log: { seq: log_seq, chain: log_chain },
});

const toLastCall = ({ contact_ms, told_seq, believed_ms }: FactsRow): LastCall | undefined =>
  contact_ms === null || told_seq === null
    ? undefined
    : { contactMs: contact_ms, madeSeq: told_seq, believedMs: believed_ms ?? undefined };
