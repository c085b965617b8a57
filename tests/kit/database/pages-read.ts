import * as z from "zod/mini";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Client } from "#kernel/node/postgres/connections.ts";
import type { Arguments, Prepared } from "#query-api/ask.query.ts";

const Plan = z.tuple([
  z.object({
    Plan: z.object({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() }),
  }),
]);

/** Planned for these values, or once for all values. */
export type PlanKind = "custom" | "generic";

export type MeasuredQuestion = Readonly<{
  question: Prepared<unknown>;
  args: Arguments;
  /** As of this event. */
  seq?: number;
}>;

/** Measures how many database pages an answer reads. Unlike a time, it does not depend on other load. */
export const createPagesReader =
  (reader: Client, { tenantId, nowMs }: Readonly<{ tenantId: TenantId; nowMs: number }>) =>
  async (plan: PlanKind, { question, args, seq }: MeasuredQuestion): Promise<number> => {
    const statements = seq === undefined ? question : question.past;
    const values = [tenantId, JSON.stringify({ ...args, nowMs }), ...(seq ? [String(seq)] : [])];
    await reader.query(`set plan_cache_mode = force_${plan}_plan`);
    await reader.query(`prepare asked as ${statements?.whole.text}`);
    const { rows } = await reader.query<{ "QUERY PLAN": unknown }>(
      `explain (analyze, buffers, format json) execute asked (${values.map((value) => reader.escapeLiteral(value)).join()})`,
    );
    await reader.query("deallocate asked");
    const [{ Plan: pages }] = Plan.parse(rows[0]?.["QUERY PLAN"]);
    return pages["Shared Hit Blocks"] + pages["Shared Read Blocks"];
  };
