/** What waits, by tenant: a tenant with much to do waits with its own, not before the others. */
export type FairQueue<Item> = Readonly<{
  push: (tenant: string, item: Item) => void;
  /** Up to `max`, turn by turn: `perTurn` of each tenant, and then again until the batch is full. */
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
      // A Map iterates over what is put back at its end again.
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
