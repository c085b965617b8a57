/** What was read in one picture. */
export type Reading = Readonly<{
  code: string;
  /** Of bars, which a bad picture can make another code. A square code corrects itself. */
  isLinear: boolean;
}>;

/** Finds the codes in one picture. */
export type CodeReader = Readonly<{ read: (picture: ImageData) => Promise<readonly Reading[]> }>;

/** A code that was not read for so long has left the picture: single pictures are often blurred. */
const LEFT_MS = 700;
/** A code that stays in the picture counts again after so long. */
const AGAIN_MS = 1_500;

type Seen = Readonly<{ readMs: number; countedMs: number }>;

/** Decides which of the codes that the camera reads, picture by picture, count. */
export function createCodeGate() {
  const seen = new Map<string, Seen>();

  /** Bars count when a second picture says the same. */
  const counts = ({ code, isLinear }: Reading, atMs: number): boolean => {
    const before = seen.get(code);
    const isNew = before === undefined || atMs - before.readMs > LEFT_MS;
    const countedMs = isNew ? Number.NEGATIVE_INFINITY : before.countedMs;
    const isCounted = !(isNew && isLinear) && atMs - countedMs >= AGAIN_MS;
    seen.set(code, { readMs: atMs, countedMs: isCounted ? atMs : countedMs });
    return isCounted;
  };
  return {
    /** The codes that count now. */
    pass: (readings: readonly Reading[], atMs: number): readonly string[] =>
      readings.filter((reading) => counts(reading, atMs)).map(({ code }) => code),
  };
}
