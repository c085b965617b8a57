import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

import { HEARTBEAT_MS, type FetchedBatch } from "./client.ts";

export type Merger = Readonly<{
  /** Settles with the batch that it became part of. */
  take: (fetched: FetchedBatch) => Promise<void>;
  /** Resolves once no batch is being processed. */
  idle: () => Promise<void>;
}>;

type OnMerged = (fetched: readonly FetchedBatch[]) => Promise<void>;

/**
 * kafkajs hands over each partition on its own. Everything that arrives together, or while a batch
 * is being processed, becomes one batch: one transaction of the projector instead of twelve.
 */
export function createMerger(onMerged: OnMerged): Merger {
  const commitSoon = createCommitter();
  let waiting: FetchedBatch[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function takeTurn(previous: Promise<void>): Promise<void> {
    await Promise.allSettled([previous]);
    await nextTurn(); // Lets the other partitions of the same fetch arrive.
    const fetched = waiting;
    waiting = [];
    next = undefined;
    await withHeartbeats(fetched, () => onMerged(fetched));
    commitSoon(fetched);
  }

  return {
    take: (fetched) => {
      waiting.push(fetched);
      next ??= last = takeTurn(last);
      return next;
    },
    idle: () => last.catch(() => undefined), // The caller of `take` gets the error.
  };
}

const COMMIT_EVERY_MS = 50;

/**
 * Offsets are a hint, so nothing waits for a commit: that would add 4 ms to a delivery of 5 ms.
 * Commits run one at a time with the newest position of each partition; a failed one is covered by
 * the next.
 */
function createCommitter(): (fetched: readonly FetchedBatch[]) => void {
  const positions = new Map<number, FetchedBatch>();
  let committing: Promise<void> | undefined;

  async function commitAll(): Promise<void> {
    while (positions.size > 0) {
      await delay(COMMIT_EVERY_MS);
      const newest = [...positions.values()];
      positions.clear();
      await newest
        .at(-1)
        ?.commit(newest)
        .catch(() => undefined);
    }
    committing = undefined;
  }

  return (fetched) => {
    for (const position of fetched) {
      positions.delete(position.partition); // Reinserted at the end: the last entry has a live connection.
      positions.set(position.partition, position);
    }
    committing ??= commitAll();
  };
}

/**
 * kafkajs sends heartbeats only between batches; during a long one the member would be expelled.
 */
async function withHeartbeats(
  fetched: readonly FetchedBatch[],
  work: () => Promise<void>,
): Promise<void> {
  const beat = () => {
    // A failed heartbeat means that the group is rebalancing: the next fetch finds out.
    fetched
      .at(-1)
      ?.heartbeat()
      .catch(() => undefined);
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
