import { parseArgs } from "node:util";

import { TenantId } from "#kernel/contract/ids.ts";
import { unpark } from "#projector/parking.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { Projection } from "#projector/projections/projection.ts";

import { rebuildFromNothing, type RebuildDeps, repair, type Repaired } from "./rebuild.ts";

const USAGE = `usage: npm run rebuild -- [--drop] [PROJECTION ...]     all projections if none is named
       npm run rebuild -- --unpark TENANT PROJECTION
projections: ${PROJECTIONS.map(({ name }) => name).join(", ")}`;

/** Resolves with a report for the terminal. */
export type Command = (rebuilding: RebuildDeps) => Promise<string>;

/** Parses the arguments of `npm run rebuild`; throws the usage if they are invalid. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  if (values.unpark !== undefined) {
    const tenantId = TenantId.safeParse(values.unpark).data;
    const [projection, ...rest] = positionals.map(named);
    if (!tenantId || !projection || rest.length > 0) throw new Error(USAGE);
    return async ({ parking }) => {
      await unpark(parking, tenantId, projection);
      return `${projection.name} of ${tenantId} was resumed; events it still cannot apply were logged`;
    };
  }
  const projections = positionals.length > 0 ? positionals.map(named) : PROJECTIONS;
  return values.drop ? dropAndFill(projections) : repairAndTell(projections);
}

function parsed(args: readonly string[]) {
  const options = {
    drop: { type: "boolean", default: false },
    unpark: { type: "string" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

function named(name: string): Projection {
  const projection = PROJECTIONS.find((known) => known.name === name);
  if (!projection) throw new Error(USAGE);
  return projection;
}

const dropAndFill = (projections: readonly Projection[]) => async (rebuilding: RebuildDeps) => {
  await rebuildFromNothing(rebuilding, projections);
  return `${projections.length} read models were emptied and filled from the log`;
};

const repairAndTell = (projections: readonly Projection[]) => async (rebuilding: RebuildDeps) =>
  reportOf(projections.length, await repair(rebuilding, projections));

/** Throws the report if a read model was kept, so that the command fails. */
export function reportOf(projections: number, { differences, refused }: Repaired): string {
  const kept = new Set(refused.map(({ projection }) => projection)).size;
  const report = [
    ...differences.map(
      ({ projection, tenantId, rows }) =>
        `${tenantId}  ${projection}: ${rows} rows were not as the log gives them`,
    ),
    ...refused.map(
      ({ projection, tenantId, seq, eventType, error }) =>
        `${tenantId}  ${projection} was kept as it was: event ${seq} (${eventType}) cannot be applied: ${error}`,
    ),
    `${projections - kept} read models were rebuilt from the log, differences: ${differences.length}`,
  ].join("\n");
  if (kept > 0) throw new Error(report);
  return report;
}
