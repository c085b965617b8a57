import { availableParallelism } from "node:os";

const MOST_LANES = 4;

/** As many as there are processors, within reason; the database works beside us. */
export const lanesOf = (): number => Math.max(2, Math.min(MOST_LANES, availableParallelism()));

/** So many at once, each lane taking the next one; results in the items' order. */
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
