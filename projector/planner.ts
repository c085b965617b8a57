/**
 * For the projector's connections. Everything that it reads it finds by key; a plan made on the empty tables of a
 * fresh install would read whole tables for as long as its connection lives.
 */
export const PLANNER_SETTINGS = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
} as const;
