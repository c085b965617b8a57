import type { TenantId } from "#kernel/contract/ids.ts";
import { lanesOf } from "#kernel/node/in-lanes.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";

import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { parseMoment, seqAt } from "./moment.ts";
import { openLog, tenantsOfLog } from "./open-log.ts";
import { compareReadModels, type ReadModelsOfTenant } from "./read-models.ts";
import { rowDeviations } from "./tell-rows.ts";

// `replay`: rebuilds every read model from the log in a schema of its own, and lists the rows that
// differ from the served ones, each with the event that should have written it.

export const usage = "replay [--to SEQ|TIME] [--tenant ID]";

const OPTIONS = { ...COMMON, to: { type: "string" } } as const;

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { values, positionals } = readArgs(args, OPTIONS, usage);
  if (positionals.length > 0) throw usageError(usage);
  const tenant = tenantOf(values.tenant);
  const to = values.to === undefined ? undefined : parseMoment(values.to);
  const log = await openLog(config);
  try {
    const { tenants, ends } = await targets(createPool({ ...log.connection, max: 1 }), tenant, to);
    const total = [...ends.values()].reduce((sum, seq) => sum + seq, 0);
    let done = 0;
    const all = await compareReadModels(log, {
      tenants,
      lanes: lanesOf(),
      toOf: to === undefined ? undefined : (tenantId) => ends.get(tenantId),
      onEvents: (events) => {
        done += events;
        out.progress(done, total, `${done} of ${total} events`);
      },
    });
    tell(all, out);
    return all.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
  } finally {
    await log.close();
  }
}

type Targets = Readonly<{
  tenants: readonly TenantId[];
  ends: ReadonlyMap<TenantId, number>;
}>;

async function targets(
  pool: Pool,
  tenant: TenantId | undefined,
  to: ReturnType<typeof parseMoment> | undefined,
): Promise<Targets> {
  try {
    const tenants = tenant ? [tenant] : await tenantsOfLog(pool);
    const ends = new Map<TenantId, number>();
    for (const tenantId of tenants) ends.set(tenantId, await seqAt(pool, tenantId, to));
    return { tenants, ends };
  } finally {
    await pool.end();
  }
}

function tell(all: readonly ReadModelsOfTenant[], { say, isJson }: Auditing["out"]): void {
  const deviations = all.flatMap(rowDeviations);
  const changedSince = all.reduce((sum, one) => sum + one.changedSince, 0);
  const passedOver = all.flatMap(({ tenantId, passedOver: names }) =>
    names.map((projection) => ({ tenantId, projection })),
  );
  if (isJson) {
    say(JSON.stringify({ tenants: all.length, deviations, changedSince, passedOver }));
    return;
  }
  for (const { tenantId, seq, message } of deviations) say(`${tenantId}  seq ${seq}  ${message}`);
  for (const { tenantId, projection } of passedOver) {
    say(`${tenantId}  ${projection} is being rebuilt and was not compared`);
  }
  if (changedSince > 0) say(`${changedSince} rows were changed since by later events.`);
  say(
    deviations.length === 0
      ? `The read models of ${all.length} tenants are what the log makes.`
      : `${deviations.length} rows are NOT what the log makes, of ${all.length} tenants.`,
  );
}
