import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { TenantId } from "#kernel/contract/ids.ts";
import { inLanes } from "#kernel/node/in-lanes.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { bundleLines } from "#kernel/verify/bundle.ts";
import { DoesNotHold, findSignedHead } from "#kernel/verify/stored-heads.ts";

import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { openLog, publicKeysOf, tenantsOfLog } from "./open-log.ts";

// `export`: the signed heads of a log and all events up to the last one, in one file per tenant, to
// be verified on another machine by people who need not trust this one.

export const usage = "export [--tenant ID] [--out FOLDER]";

const OPTIONS = { ...COMMON, out: { type: "string", default: "." } } as const;
const LANES = 2;
const OWNER_ONLY = 0o600;

type Exported = Readonly<{
  tenantId: TenantId;
  file: string | undefined;
  events: number;
  /** Events after the last signed head: they are in the next export, once signed. */
  unsigned: number;
  deviation: string | undefined;
}>;

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { values, positionals } = readArgs(args, OPTIONS, usage);
  if (positionals.length > 0) throw usageError(usage);
  const tenant = tenantOf(values.tenant);
  const log = await openLog(config);
  const pool = createPool({ ...log.connection, max: LANES });
  try {
    const publicKeys = await publicKeysOf(pool, log.signedHeadKeys);
    await mkdir(values.out, { recursive: true });
    const tenants = tenant ? [tenant] : await tenantsOfLog(pool);
    const all = await inLanes(LANES, tenants, (tenantId) =>
      exportTenant(pool, { tenantId, publicKeys, folder: values.out, out }),
    );
    if (all.every(({ file, deviation }) => !file && deviation === undefined)) {
      throw new Error("Nothing signed yet: there is nothing to export");
    }
    tell(all, out);
    return all.some(({ deviation }) => deviation !== undefined) ? 1 : 0;
  } finally {
    await pool.end();
    await log.close();
  }
}

type Exporting = Readonly<{
  tenantId: TenantId;
  publicKeys: readonly Buffer[];
  folder: string;
  out: Auditing["out"];
}>;

async function exportTenant(pool: Pool, exporting: Exporting): Promise<Exported> {
  const { tenantId, publicKeys, folder, out } = exporting;
  const none = { tenantId, file: undefined, events: 0, unsigned: await headOf(pool, tenantId) };
  try {
    const signed = await findSignedHead(pool, tenantId, undefined, publicKeys);
    if (!signed) return { ...none, deviation: undefined };
    const { treeSize } = signed;
    let done = 0;
    const onEvents = (events: number): void => {
      done += events;
      out.progress(done, treeSize, `${done} of ${treeSize} events`);
    };
    const file = join(folder, `tillbook-${tenantId}-${treeSize}.jsonl`);
    await writeWhole(file, bundleLines(pool, { signed, publicKeys, onEvents }));
    const unsigned = Math.max(0, none.unsigned - treeSize);
    return { tenantId, file, events: treeSize, unsigned, deviation: undefined };
  } catch (error) {
    if (!(error instanceof DoesNotHold)) throw error;
    return { ...none, deviation: error.message };
  }
}

/** The file gets its name when it is complete: half a bundle is useless. */
async function writeWhole(path: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(
      Readable.from(lines, { highWaterMark: 1 }),
      createWriteStream(partial, { mode: OWNER_ONLY }),
    );
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function headOf(pool: Pool, tenantId: TenantId): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>(
    "select seq from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  return rows[0]?.seq ?? 0;
}

function tell(all: readonly Exported[], { say, isJson }: Auditing["out"]): void {
  if (isJson) {
    say(
      JSON.stringify(
        all.map(({ file = null, deviation = null, ...rest }) => ({ ...rest, file, deviation })),
      ),
    );
    return;
  }
  for (const { tenantId, file, events, unsigned, deviation } of all) {
    const later =
      unsigned > 0 ? `; ${unsigned} events after the last signed head are not in it` : "";
    if (deviation !== undefined) say(`${deviation}  (not exported)`);
    else if (file === undefined) say(`${tenantId}: nothing is signed yet`);
    else say(`${file}: ${events} events${later}`);
  }
}
