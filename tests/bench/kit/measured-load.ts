import { type ClosedLoop, closedLoop } from "./closed-loop.ts";
import { postgresCpuMs, processCpuMs } from "./process-cpu.ts";

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
  /** Of all processes: the load generator, Postgres and the server that is called, if there is one. */
  cpuUsPerCall: number;
};

type MeasuredLoad = ClosedLoop & {
  postmaster?: number | undefined;
  /** The process that answers the calls. */
  server?: number | undefined;
};

const US_PER_MS = 1000;

/** One round of load for `runBench`. Without a postmaster its share is NaN. */
export async function measuredLoad(load: MeasuredLoad): Promise<LoadMeasures> {
  const postgresBefore = postgresCpu(load.postmaster);
  const serverBefore = serverCpu(load.server);
  const nodeBefore = process.cpuUsage();
  const { calls, perSecond, p50Ms, p99Ms } = await closedLoop(load);
  const node = process.cpuUsage(nodeBefore);
  const nodeUs = node.user + node.system;
  const postgresUs = (postgresCpu(load.postmaster) - postgresBefore) * US_PER_MS;
  const serverUs = (serverCpu(load.server) - serverBefore) * US_PER_MS;

  return {
    perSecond,
    p50Ms,
    p99Ms,
    nodeUsPerCall: nodeUs / calls,
    postgresUsPerCall: postgresUs / calls,
    cpuUsPerCall: (nodeUs + postgresUs + serverUs) / calls,
  };
}

function postgresCpu(postmaster: number | undefined): number {
  return postmaster === undefined ? Number.NaN : (postgresCpuMs(postmaster) ?? Number.NaN);
}

/** 0 where the benchmark calls a function instead of a server. */
const serverCpu = (pid: number | undefined): number => (pid === undefined ? 0 : processCpuMs(pid));
