export type Backoff = Readonly<{
  firstMs: number;
  longestMs: number;
  /** Adds a random share of the delay, at most this much: 0.25 is up to a quarter. */
  jitter?: number;
}>;

/** For connections inside the installation. */
const DEFAULT: Backoff = { firstMs: 100, longestMs: 1_000 };

/** For the sales that a till keeps until the server has them. */
export const SALE_BACKOFF: Backoff = { firstMs: 2_000, longestMs: 60_000 };

/** The delay after this many failures in a row, starting with 1. Doubles up to the longest. */
export function retryDelayMs(
  failures: number,
  { firstMs, longestMs, jitter = 0 }: Backoff = DEFAULT,
  random: () => number = Math.random,
): number {
  const delayMs = Math.min(firstMs * 2 ** (failures - 1), longestMs);
  return jitter === 0 ? delayMs : delayMs * (1 + jitter * random());
}
