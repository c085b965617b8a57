export type ByteReader = Readonly<{
  /** Takes `count` bytes, or fewer at the end. */
  take: (count: number) => Promise<Buffer>;
  /**
   * Takes up to the next line feed, without it; undefined if there is none within `longest` bytes.
   */
  takeLine: (longest: number) => Promise<string | undefined>;
  /** Takes at least one byte; undefined at the end. */
  takeSome: () => Promise<Buffer | undefined>;
  /** Puts bytes back before all others. */
  putBack: (bytes: Buffer) => void;
}>;

const LINE_FEED = 10;

/** Reads bytes by count and by line from a stream of chunks of any size. */
export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    const next = await pieces.next();
    if (next.done === true) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  };
  const cut = (count: number): Buffer => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };

  return {
    take: async (count) => {
      while (held.length < count && (await more()));
      return cut(count);
    },
    takeLine: async (longest) => {
      for (let from = 0; ;) {
        const end = held.indexOf(LINE_FEED, from);
        if (end >= 0) {
          const line = cut(end).toString("utf8");
          cut(1);
          return line;
        }
        from = held.length;
        if (from > longest || !(await more())) return undefined;
      }
    },
    takeSome: async () => {
      while (held.length === 0 && (await more()));
      return held.length === 0 ? undefined : cut(held.length);
    },
    putBack: (bytes) => {
      held = Buffer.concat([bytes, held]);
    },
  };
}
