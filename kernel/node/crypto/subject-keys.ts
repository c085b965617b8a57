import { createMicroBatcher } from "#kernel/node/micro-batcher.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { ErasedSubjectError, type SealerOptions, type Subject } from "./seal.ts";

type Row = { ix: number; wrapped: Buffer };

/** Loads many keys in one query. Queries do not wait for each other. */
const BATCHES = { max: 500, perTurn: 500, inFlight: Infinity };

const tenants = (subjects: readonly Subject[]) => subjects.map(({ tenantId }) => tenantId);
const ids = (subjects: readonly Subject[]) => subjects.map(({ subjectId }) => subjectId);

/** Stores the keys of persons. The projector's role cannot use it; it reads the table. */
export function subjectKeys(pool: Pool): Pick<SealerOptions, "putKey" | "getKey"> {
  const find = createMicroBatcher({
    ...BATCHES,
    tenantOf: ({ tenantId }: Subject) => tenantId,
    run: async (subjects) => {
      const { rows } = await pool.query<Row>("select * from es.find_subject_keys($1, $2)", [
        tenants(subjects),
        ids(subjects),
      ]);
      return inOrder(subjects, rows);
    },
  });
  const put = createMicroBatcher({
    ...BATCHES,
    tenantOf: ([{ tenantId }]: readonly [Subject, Buffer]) => tenantId,
    run: async (made) => {
      const subjects = made.map(([subject]) => subject);
      const { rows } = await pool.query<Row>("select * from es.put_subject_keys($1, $2, $3)", [
        tenants(subjects),
        ids(subjects),
        made.map(([, wrapped]) => wrapped),
      ]);
      return inOrder(subjects, rows);
    },
  });
  return {
    getKey: find,
    putKey: async (subject, wrapped) => {
      const stored = await put([subject, wrapped]);
      if (!stored) throw new ErasedSubjectError("es.put_subject_keys answered nothing");
      return stored;
    },
  };
}

function inOrder(subjects: readonly Subject[], rows: readonly Row[]): (Buffer | undefined)[] {
  const found = new Map(rows.map(({ ix, wrapped }) => [ix, wrapped]));
  return subjects.map((_, index) => found.get(index + 1));
}
