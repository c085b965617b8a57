import { setImmediate as nextTurn } from "node:timers/promises";

/** A list of so many is worked on in parts, each in its own turn of the event loop. */
export const LONG = 50;
/** Far less than a millisecond for anything that is done with an item of an answer or a file. */
const PART = 10;

/** Maps a list. Other requests are answered in between, because a sale would wait for a long one. */
export async function mapInParts<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item, index: number) => Mapped,
): Promise<Mapped[]> {
  if (items.length <= LONG) return items.map((item, index) => map(item, index));
  const mapped: Mapped[] = [];
  for (const [index, item] of items.entries()) {
    if (index % PART === 0) await nextTurn();
    mapped.push(map(item, index));
  }
  return mapped;
}

/** The parts of a list, for work that takes turns in its own way. */
export function* partsOf<Item>(items: readonly Item[], size = PART): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
