export type MicroBatcherOptions<Item, Result> = Readonly<{
  tenantOf: (item: Item) => string;
  /** Results in the order of the items. A failure rejects the whole batch. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  max?: number;
  /** Taken from one tenant per turn. Further turns fill the rest of the batch. */
  perTurn?: number;
  inFlight?: number;
}>;

/**
 * Calls made while a batch is in flight are collected; then up to `max` run together, round-robin
 * over tenants. There is no timer, so a lone item never waits for company.
 */
export function createMicroBatcher<Item, Result>(
  options: MicroBatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { tenantOf, run, max = 64, perTurn = 16, inFlight = 1 } = options;
  const queue = createFairQueue<Call<Item, Result>>();
  let running = 0;
  let isScheduled = false;

  async function flush(batch: readonly Call<Item, Result>[]): Promise<void> {
    running += 1;
    await settle(batch, run);
    running -= 1;
    pump();
  }

  function pump(): void {
    while (running < inFlight && queue.size() > 0) void flush(queue.take(max, perTurn));
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push(tenantOf(item), { item, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // Requests read from their sockets in one turn of the event loop go together.
      setImmediate(() => {
        isScheduled = false;
        pump();
      });
    });
}

type Call<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

async function settle<Item, Result>(
  batch: readonly Call<Item, Result>[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    results.forEach((result, index) => batch[index]?.resolve(result));
    for (const { reject } of batch.slice(results.length)) {
      reject(new Error("the batch lost an item"));
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Waiting items by tenant: a busy tenant delays its own items, not those of others. */
export type FairQueue<Item> = Readonly<{
  push: (tenant: string, item: Item) => void;
  /** Up to `max` items: `perTurn` of each tenant, and again until the batch is full. */
  take: (max: number, perTurn: number) => Item[];
  size: () => number;
}>;

export function createFairQueue<Item>(): FairQueue<Item> {
  const queues = new Map<string, Item[]>();
  let size = 0;
  return {
    push(tenant, item) {
      const queue = queues.get(tenant);
      if (queue) queue.push(item);
      else queues.set(tenant, [item]);
      size += 1;
    },
    take(max, perTurn) {
      const batch: Item[] = [];
      // A Map also iterates over entries that are put back at its end.
      for (const [tenant, queue] of queues) {
        if (batch.length >= max) break;
        batch.push(...queue.splice(0, Math.min(perTurn, max - batch.length)));
        queues.delete(tenant);
        if (queue.length > 0) queues.set(tenant, queue);
      }
      size -= batch.length;
      return batch;
    },
    size: () => size,
  };
}
