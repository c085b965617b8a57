const MOST = 500;

type Waiting<Item, Result> = Readonly<{ item: Item; settle: (results: Results<Result>) => void }>;
type Results<Result> = Promise<readonly Result[]>;

/** Calls that are made in one turn of the event loop are one call with a list; results in the items' order. */
export function together<Item, Result>(
  run: (items: readonly Item[]) => Results<Result>,
): (item: Item) => Promise<Result | undefined> {
  let waiting: Waiting<Item, Result>[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST);
      const results = run(some.map(({ item }) => item));
      for (const { settle } of some) settle(results);
    }
  }

  return async (item) => {
    const { promise, resolve } = Promise.withResolvers<readonly Result[]>();
    const index = waiting.length % MOST;
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ item, settle: resolve });
    return (await promise)[index];
  };
}
