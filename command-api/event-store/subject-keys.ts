import type { Pool } from "#kernel/platform/postgres.ts";
import type { Subject } from "#kernel/platform/seal.ts";

type Row = Readonly<{ key: Buffer | null }>;

/** Where the sealer keeps the wrapped keys of people: rows of the log's own schema. */
export const subjectKeys = (pool: Pool) => ({
  async putKey({ tenantId, subjectId }: Subject, wrapped: Buffer): Promise<Buffer> {
    const { rows } = await pool.query<Row>("select es.put_subject_key($1, $2, $3) as key", [
      tenantId,
      subjectId,
      wrapped,
    ]);
    return rows[0]?.key ?? wrapped;
  },
  async getKey({ tenantId, subjectId }: Subject): Promise<Buffer | undefined> {
    const { rows } = await pool.query<Row>("select es.subject_key($1, $2) as key", [
      tenantId,
      subjectId,
    ]);
    return rows[0]?.key ?? undefined;
  },
});
