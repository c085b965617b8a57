import { createCounter, createGauge, createHistogram } from "#kernel/node/metrics/registry.ts";

const MS = 1_000;

const events = createCounter({
  name: "tillbook_projected_events_total",
  help: "Events that the projector applied to the read models",
});

const seconds = createHistogram({
  name: "tillbook_projector_batch_seconds",
  help: "Time to apply one batch of events to the read models, before its commit",
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
});

/** How much reaches the read models, and how fast; a rebuild counts as well. */
export function measureBatch(count: number, tookMs: number): void {
  events.inc(count);
  seconds.observe(tookMs / MS);
}

export const joinFollowsLog = createGauge({
  name: "tillbook_projector_follows_log",
  help: "1 while the projector reads the log itself, without Kafka",
});
