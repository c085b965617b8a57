import type { PoolClient } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";
import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";
import { diagnose } from "#standalone/operator/audit/diagnosis/diagnose.ts";
import { adding, newStream, renaming, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

import { openLogDatabase } from "./log-database.ts";

export const OURS = tenant(1);
export const OTHERS = tenant(2);
export const EVENTS = 40;
const milo = streamId(1);

/**
 * Two shops with the same streams and numbers, and a superuser who changes the log of one of them.
 */
export async function openTamperedLog() {
  const db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, 1000, { newTenant: true })));
  await db.append([OURS, OTHERS].map((id) => renaming(id, milo, 1, "Größe ₵ 😀 \\u0041\n")));
  for (let seq = 3; seq <= EVENTS; seq++) {
    const sale = newStream();
    await db.append([OURS, OTHERS].map((id) => selling(id, [[milo, 1]], { sale })));
  }

  return {
    ...db,
    /** Runs the audit on the changed log, then rolls the change back. */
    tampered: async <Result>(
      sql: string,
      look: (client: PoolClient) => Promise<Result>,
    ): Promise<Result> => {
      const client = await db.admin.connect();
      try {
        await client.query("begin");
        await client.query(sql);
        await client.query("set local role auditor_ro");
        return await look(client);
      } finally {
        await client.query("rollback");
        client.release();
      }
    },
  };
}
export type TamperedLog = Awaited<ReturnType<typeof openTamperedLog>>;

/** What `npm run audit -- verify` finds, reading as the auditor in one transaction. */
export const deviationsOf = async (
  client: PoolClient,
  tenantId: TenantId,
): Promise<LogDeviation[]> => (await verifyLog(singleReader(client), tenantId, { diagnose })).found;

export const named = async (client: PoolClient, tenantId = OURS): Promise<string[]> => {
  const deviations = await deviationsOf(client, tenantId);
  return deviations.map(({ kind, seq }) => `${kind} ${seq}`);
};

export const ours = (seq: number): string => `tenant_id = '${OURS}' and seq = ${seq}`;
