import { createCounter, createGauge, type Sample } from "#kernel/node/metrics/registry.ts";

const joinLeads = createGauge({
  name: "tillbook_relay_leads",
  help: "1 in the one process that publishes the log to Kafka",
});

const joinUnpublished = createGauge({
  name: "tillbook_relay_unpublished_events",
  help: "Events in the log that Kafka does not have yet, as the leader sees it",
});

const joinOldest = createGauge({
  name: "tillbook_relay_oldest_unpublished_seconds",
  help: "Age of the oldest event that Kafka does not have yet, as the leader sees it",
});

export const relayFailures = createCounter({
  name: "tillbook_relay_failures_total",
  help: "Rounds of the relay that failed and were repeated",
});

const MS = 1_000;

type Measured = Readonly<{
  status: () => Readonly<{ leader: boolean; lag: number | undefined }>;
  /** When the oldest unpublished event was recorded. */
  oldestMs: () => Promise<number | undefined>;
}>;

/** Returns how to end it. */
export function measureRelay({ status, oldestMs }: Measured): () => void {
  const whileLeading = async (
    value: () => Promise<number | undefined>,
  ): Promise<readonly Sample<never>[]> => {
    if (!status().leader) return [];
    const measured = await value();
    return measured === undefined ? [] : [{ value: measured }];
  };
  const leave = [
    joinLeads(() => [{ value: status().leader ? 1 : 0 }]),
    joinUnpublished(() => whileLeading(async () => status().lag)),
    joinOldest(() =>
      whileLeading(async () => {
        const ms = await oldestMs();
        return ms === undefined ? 0 : Math.max(0, Date.now() - ms) / MS;
      }),
    ),
  ];
  return () => leave.forEach((end) => end());
}
