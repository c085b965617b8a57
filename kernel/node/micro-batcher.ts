import { createFairQueue } from "#command-api/event-store/fair-queue.ts";

type Waiting<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

export type BatcherOptions<Item, Result> = Readonly<{
  tenantOf: (item: Item) => string;
  /** Results in the items' order; a failure goes to the whole batch. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  max?: number;
  /** Taken from one tenant in a turn; what room is left is filled up in further turns. */
  perTurn?: number;
  inFlight?: number;
}>;

/**
 * Items queue while a batch is in flight; then up to `max` go together, round-robin over tenants. There is
 * no timer: a lone item waits for nobody.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { tenantOf, run, max = 64, perTurn = 16, inFlight = 1 } = options;
  const queue = createFairQueue<Waiting<Item, Result>>();
  let running = 0;
  let scheduled = false;

  async function flush(batch: readonly Waiting<Item, Result>[]): Promise<void> {
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
      if (scheduled) return;
      scheduled = true;
      // Requests read from their sockets in one turn of the event loop go together.
      setImmediate(() => {
        scheduled = false;
        pump();
      });
    });
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === undefined) reject(new Error("the batch lost an item"));
      else resolve(result);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
