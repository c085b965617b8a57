import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

import { HEARTBEAT_MS, type FetchedBatch } from "./client.ts";

export type Merger = Readonly<{
  /** Settles with the batch that it became part of. */
  take: (fetched: FetchedBatch) => Promise<void>;
  /** Once nothing is being worked on. */
  idle: () => Promise<void>;
}>;

type OnMerged = (fetched: readonly FetchedBatch[]) => Promise<void>;

/**
 * kafkajs hands over each partition by itself. What comes in together, or while a batch is being
 * worked on, becomes one batch: one transaction of the projector instead of twelve.
 */
export function createMerger(onMerged: OnMerged): Merger {
  const commitSoon = createCommitter();
  let waiting: FetchedBatch[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function takeTurn(previous: Promise<void>): Promise<void> {
    await Promise.allSettled([previous]);
    await nextTurn(); // the other partitions of the same fetch
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
    idle: () => last.catch(() => undefined), // told to whoever gave the batch
  };
}

const COMMIT_EVERY_MS = 50;

/**
 * Offsets are a hint, so nobody waits for them: waiting costs the next message 4 of its 5 ms. One
 * commit at a time takes the newest position of each partition; a refused one is left to the next.
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
      positions.delete(position.partition); // to the end: the last to come has the living connection
      positions.set(position.partition, position);
    }
    committing ??= commitAll();
  };
}

/** kafkajs beats only between batches; a long one would cost the membership. */
async function withHeartbeats(
  fetched: readonly FetchedBatch[],
  work: () => Promise<void>,
): Promise<void> {
  const beat = () => {
    // A refused beat means that the group is changing: the next fetch finds out.
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
