import { parseArgs } from "node:util";

import { tenantsOfLog, type Verified, verifyTenant } from "#command-api/event-store/verify-log.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { createPool, inTransaction, type Pool } from "#kernel/platform/postgres.ts";

import { type AuditConfig, auditConfig } from "./config.ts";
import { openLog } from "./open-log.ts";

// `npm run audit -- verify [--tenant ID] [--json]`: recomputes every hash of the log from the stored bytes.
// Exit code 0: it holds. 1: it does not. 2: it could not be run.

const USAGE = "usage: npm run audit -- verify [--tenant ID] [--json]";
const COULD_NOT_RUN = 2;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = COULD_NOT_RUN;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tenant: { type: "string" }, json: { type: "boolean", default: false } },
  });
  if (positionals.join(" ") !== "verify") throw new Error(USAGE);
  const config = auditConfig(process.env);
  const tenant = tenantOf(values.tenant);
  refuseHalfAnAddress(config);
  const log = await openLog(config);
  const pool = createPool({ ...log.connection, max: 1 });
  try {
    const verified = await verifyAll(pool, tenant, values.json);
    return verified.some(({ deviations }) => deviations.length > 0) ? 1 : 0;
  } finally {
    await pool.end();
    await log.close();
  }
}

function tenantOf(text: string | undefined): TenantId | undefined {
  const tenant = TenantId.safeParse(text).data;
  if (text !== undefined && !tenant) throw new Error("--tenant must be the id of a tenant");
  return tenant;
}

/** Another log than the one that was meant would be said to hold. */
function refuseHalfAnAddress(config: AuditConfig): void {
  const { DATABASE_URL: url, DB_PASSWORD_AUDITOR_RO: password } = config;
  if (Boolean(url) !== Boolean(password)) {
    throw new Error("Set DATABASE_URL and DB_PASSWORD_AUDITOR_RO together, or neither");
  }
}

async function verifyAll(
  pool: Pool,
  tenant: TenantId | undefined,
  asJson: boolean,
): Promise<Verified[]> {
  const tenants = tenant ? [tenant] : await tenantsOfLog(pool);
  const all: Verified[] = [];
  for (const tenantId of tenants) {
    // One snapshot for log and heads: sales go on meanwhile.
    const verified = await inTransaction(pool, async (client) => {
      await client.query("set transaction isolation level repeatable read");
      return verifyTenant(client, tenantId);
    });
    all.push(verified);
    if (!asJson) tell(verified);
  }
  const events = all.reduce((sum, verified) => sum + verified.events, 0);
  const deviations = all.flatMap((verified) => verified.deviations);
  if (asJson) say(JSON.stringify({ tenants: all.length, events, deviations }));
  else say(summary(all.length, events, deviations.length));
  return all;
}

function tell({ tenantId, deviations }: Verified): void {
  for (const { seq, kind, message } of deviations) {
    say(`${tenantId}  seq ${seq}  ${kind}  ${message}`);
  }
}

function summary(tenants: number, events: number, deviations: number): string {
  return deviations === 0
    ? `The log holds: ${events} events of ${tenants} tenants.`
    : `The log does NOT hold: ${deviations} deviations in ${events} events of ${tenants} tenants.`;
}
