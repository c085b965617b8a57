const MOST = 10_000;

/** Results by key, as many as fit; the oldest is forgotten first. */
export type Remembered<Value> = Readonly<{
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => Value;
}>;

/** For results that take longer to compute than to look up, and that never change for their key. */
export function createRemembered<Value>(most = MOST): Remembered<Value> {
  const known = new Map<string, Value>();
  return {
    get: (key) => known.get(key),
    set(key, value) {
      known.set(key, value);
      // A Map keeps insertion order: the first key is the oldest.
      const [oldest] = known.size > most ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      return value;
    },
  };
}

/** A pure function of a text that remembers what it returned. */
export function remembering<Key extends string, Value extends object | string>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = createRemembered<Value>();
  return (key) => known.get(key) ?? known.set(key, make(key));
}
