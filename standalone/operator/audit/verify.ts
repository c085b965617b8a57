import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { openLog } from "./open-log.ts";
import { type VerifiedDatabase, verifyDatabase } from "./verify-database.ts";

// `verify`: recomputes every hash of the log from the stored bytes, and compares the log with its
// signed heads, the write model and, without `--log`, the read models.

export const usage = "verify [--tenant ID] [--log]";

const OPTIONS = { ...COMMON, log: { type: "boolean", default: false } } as const;

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { values, positionals } = readArgs(args, OPTIONS, usage);
  if (positionals.length > 0) throw usageError(usage);
  const tenant = tenantOf(values.tenant);
  const log = await openLog(config);
  try {
    const options = { tenant, isLogOnly: values.log, progress: out.progress };
    return tell(await verifyDatabase(log, options), out);
  } finally {
    await log.close();
  }
}

function tell(
  { tenants, events, deviations, notCompared }: VerifiedDatabase,
  { say, isJson }: Auditing["out"],
): ExitCode {
  const holds = deviations.length === 0;
  if (isJson) {
    say(JSON.stringify({ tenants, events, deviations, notCompared }));
    return holds ? 0 : 1;
  }
  for (const { tenantId, seq, kind, message } of deviations) {
    say(`${tenantId}  seq ${seq}  ${kind}  ${message}`);
  }
  for (const { tenantId, what } of notCompared) {
    say(`${tenantId}  not compared with the log: ${what.join(", ")}`);
  }
  const all = `${events} events of ${tenants} tenants`;
  say(
    holds
      ? `The log is intact: ${all}.`
      : `The log does NOT hold: ${deviations.length} deviations in ${all}.`,
  );
  return holds ? 0 : 1;
}
