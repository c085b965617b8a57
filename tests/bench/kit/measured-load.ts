import { type ClosedLoop, closedLoop } from "./closed-loop.ts";
import { postgresCpuMs } from "./process-cpu.ts";

export type LoadMeasures = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /**
   * Processor time per call: unlike the rate, it does not change when another process takes the
   * machine.
   */
  nodeUsPerCall: number;
  postgresUsPerCall: number;
};

/** One round of load for `runBench`. Without a postmaster its share is NaN. */
export async function measuredLoad(
  load: ClosedLoop & { postmaster?: number | undefined },
): Promise<LoadMeasures> {
  const postgresBefore = postgresCpu(load.postmaster);
  const nodeBefore = process.cpuUsage();
  const { calls, perSecond, p50Ms, p99Ms } = await closedLoop(load);
  const node = process.cpuUsage(nodeBefore);
  const postgresMs = postgresCpu(load.postmaster) - postgresBefore;

  return {
    perSecond,
    p50Ms,
    p99Ms,
    nodeUsPerCall: (node.user + node.system) / calls,
    postgresUsPerCall: (postgresMs * 1000) / calls,
  };
}

function postgresCpu(postmaster: number | undefined): number {
  return postmaster === undefined ? Number.NaN : (postgresCpuMs(postmaster) ?? Number.NaN);
}
