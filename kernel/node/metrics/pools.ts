import { createGauge } from "./registry.ts";

/** What a pool of pg says about itself. */
type MeasuredPool = Readonly<{
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  ended: boolean;
}>;

type NamedPool = Readonly<{ name: string; max: number; pool: MeasuredPool }>;

const pools = new Set<NamedPool>();

const openPools = (): readonly NamedPool[] => {
  for (const one of pools) if (one.pool.ended) pools.delete(one);
  return [...pools];
};

const valuesOf = (valueOf: (one: NamedPool) => number) => () =>
  openPools().map((one) => ({ labels: { pool: one.name }, value: valueOf(one) }));

createGauge({
  name: "tillbook_pool_connections_max",
  help: "Most connections to Postgres that a pool may open",
  labels: ["pool"],
})(valuesOf(({ max }) => max));

createGauge({
  name: "tillbook_pool_connections_open",
  help: "Open connections of a pool",
  labels: ["pool"],
})(valuesOf(({ pool }) => pool.totalCount));

createGauge({
  name: "tillbook_pool_connections_busy",
  help: "Connections of a pool that are in use",
  labels: ["pool"],
})(valuesOf(({ pool }) => pool.totalCount - pool.idleCount));

createGauge({
  name: "tillbook_pool_waiting",
  help: "Callers that wait for a connection of a pool",
  labels: ["pool"],
})(valuesOf(({ pool }) => pool.waitingCount));

/**
 * Shows a pool under its name until it has ended. Pools of one name are added up: a small idle one
 * would hide that a large one is exhausted.
 */
export function measurePool(name: string, max: number, pool: MeasuredPool): void {
  pools.add({ name, max, pool });
}
