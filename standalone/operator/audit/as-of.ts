import type { AsOf } from "#kernel/contract/api/as-of.ts";
import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { findMoment } from "#query-api/moment.query.ts";

import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { parseMoment } from "./moment.ts";
import { openLog, tenantsOfLog } from "./open-log.ts";
import { type Past, SCREENS } from "./screens.ts";

// `as-of`: what a screen would have shown at a moment, by the queries that answer `?as_of=`. With
// `--json` the first line is the moment, and each later line the dashboard or one item of the list.

export const usage = `as-of SEQ|TIME ${Object.keys(SCREENS).join("|")} [--tenant ID]`;

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { name, screen, asOf, tenant } = parseArguments(args);
  const log = await openLog(config);
  const pool = createPool({ ...log.connection, max: 1 });
  try {
    const past = await pastOf(pool, tenant ?? (await onlyTenant(pool)), asOf);
    const { tenantId, seq } = past;
    const at = new Date(past.nowMs).toISOString();
    const first = out.isJson
      ? JSON.stringify({ tenantId, screen: name, seq, at })
      : `${name} of ${tenantId} after event ${seq}, ${at}:`;
    const parts = screen(past);
    // Fails here, before the heading is printed, if the question cannot be answered.
    let part = await parts.next();
    out.say(first);
    for (; !part.done; part = await parts.next()) {
      const { data, lines } = part.value;
      for (const line of out.isJson ? [JSON.stringify(data)] : lines) out.say(line);
    }
    return 0;
  } finally {
    await pool.end();
    await log.close();
  }
}

function parseArguments(args: readonly string[]) {
  const { values, positionals } = readArgs(args, COMMON, usage);
  const [when = "", name = "", ...rest] = positionals;
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  if (!screen || rest.length > 0) throw usageError(usage);
  return { name, screen, asOf: parseMoment(when), tenant: tenantOf(values.tenant) };
}

async function onlyTenant(pool: Pool): Promise<TenantId> {
  const shops = (await tenantsOfLog(pool)).filter((id) => id !== PLATFORM_TENANT_ID);
  const [first, ...others] = shops;
  if (!first) throw new Error("this log has no tenant");
  if (others.length > 0) throw new Error(`choose a tenant with --tenant: ${shops.join(", ")}`);
  return first;
}

/** The last date that JavaScript has. */
const LATEST_MS = 8_640_000_000_000_000;

async function pastOf(pool: Pool, tenantId: TenantId, asOf: AsOf): Promise<Past> {
  const { head, seq, atMs } = await findMoment(pool, tenantId, asOf);
  if (head === 0) throw new Error(`there is no log of ${tenantId}`);
  if ("seq" in asOf ? seq > head : atMs > Date.now()) {
    throw new Error(`this moment is in the future: the last event is ${head}`);
  }
  if (atMs > LATEST_MS) throw new Error(`event ${seq} is missing: see verify`);
  return { pool, tenantId, seq, nowMs: atMs };
}
