import type { Pool } from "#kernel/platform/postgres.ts";
import type { SealerOptions } from "#kernel/platform/seal.ts";

/** Where the keys of persons are kept, for a role that may store them (not the projector's: it reads the table). */
export const subjectKeys = (pool: Pool): Pick<SealerOptions, "putKey" | "getKey"> => ({
  putKey: async ({ tenantId, subjectId }, wrapped) => {
    const { rows } = await pool.query<{ stored: Buffer }>(
      "select es.put_subject_key($1, $2, $3) as stored",
      [tenantId, subjectId, wrapped],
    );
    const [row] = rows;
    if (!row) throw new Error("es.put_subject_key answered nothing");
    return row.stored;
  },
  getKey: async ({ tenantId, subjectId }) => {
    const { rows } = await pool.query<{ found: Buffer | null }>(
      "select es.subject_key($1, $2) as found",
      [tenantId, subjectId],
    );
    return rows[0]?.found ?? undefined;
  },
});
