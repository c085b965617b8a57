import { availableParallelism } from "node:os";

const MOST_LANES = 4;

/** One lane per processor, up to a limit, since the database uses the same processors. */
export const lanesOf = (): number => Math.max(2, Math.min(MOST_LANES, availableParallelism()));

/** Runs `work` for several items at once; results are in the order of the items. */
export async function inLanes<Item, Result>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()].toReversed();
  const lane = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return results;
}
