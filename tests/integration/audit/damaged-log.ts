import { expect } from "vitest";

import { StreamId, TenantId } from "#kernel/contract/ids.ts";
import { adding, newStream, selling } from "#tests/kit/builders/append-commands.ts";
import { openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import { type AuditRun, runAudit } from "./audit-run.ts";

// Two shops whose streams have the same ids and whose events have the same numbers.
export const OWN = TenantId.parse("00000000-0000-7000-8000-0000000000a1");
export const OTHER = TenantId.parse("00000000-0000-7000-8000-0000000000b1");
export const PRODUCT = StreamId.parse("018f0a00-0000-7000-8000-000000000001");
const TABLES = ["events", "tenant_heads", "stream_heads", "counters"];
const SALES = 6;
/** Of each shop. */
export const EVENTS = 1 + SALES;

export const NOT_COMPARED = "not compared with the log: ";

/** The logs of both tenants, damaged as only an attacker with the database owner's rights can. */
export async function openDamagedLog() {
  const database = await openLogDatabase();
  const env = {
    DATABASE_URL: connectionAs("auditor_ro", database.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
  };
  for (const tenantId of [OWN, OTHER]) {
    await database.append([adding(tenantId, PRODUCT, 1000, { newTenant: true })]);
    for (let n = 0; n < SALES; n++) {
      await database.append([selling(tenantId, [[PRODUCT, 1]], { sale: newStream() })]);
    }
  }
  for (const table of TABLES) {
    await database.query(`create table public.kept_${table} as select * from es.${table}`);
  }
  const verify = (...more: readonly string[]): Promise<AuditRun> =>
    runAudit(["verify", ...more], env);
  /** The lines about the damaged tenant before the summary, without its id. */
  const told = async (): Promise<string[]> => {
    const { code, out } = await verify();
    const lines = out.trim().split("\n");
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^The log does NOT hold: \d+ deviations in \d+ events of 3 tenants\.$/,
    );
    return lines.slice(0, -1).map((line) => {
      expect(line.startsWith(`${OWN}  `)).toBe(true);
      return line.slice(`${OWN}  `.length);
    });
  };
  return {
    query: database.query,
    append: database.append,
    close: database.close,
    verify,
    told,
    /** What it names of it. */
    named: async () => (await told()).filter((line) => !line.startsWith(NOT_COMPARED)),
    damage: (sql: string, ...values: readonly unknown[]) => database.query(sql, [OWN, ...values]),
    repair: async (): Promise<void> => {
      await database.query("delete from auth.memberships; delete from rm.rm_daily_totals");
      for (const table of TABLES) {
        await database.query(`delete from es.${table}`);
        await database.query(`insert into es.${table} select * from public.kept_${table}`);
      }
    },
  };
}
export type DamagedLog = Awaited<ReturnType<typeof openDamagedLog>>;
