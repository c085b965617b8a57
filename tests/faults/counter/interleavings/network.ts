import type { Random } from "#tests/kit/builders/random.ts";

import { TILLS, type TillIndex } from "./imagine.ts";

const REPEATED = 0.1;
const LOST = 0.1;
export const MOST_AT_ONCE = 90;
const MOST_REPEATED = 10;

/** When tills deliver, how much at once, what they send again, and which answers are lost. */
export type Network = Readonly<{
  /** Whether a till delivers after an act. */
  delivers: (till: TillIndex) => boolean;
  /** How many entries it sends at once. */
  most: () => number;
  /** How many entries that were answered it sends once more. */
  repeats: () => number;
  losesAnswer: () => boolean;
}>;

/** Each sale arrives when it is made. */
export const PERFECT: Network = {
  delivers: () => true,
  most: () => MOST_AT_ONCE,
  repeats: () => 0,
  losesAnswer: () => false,
};

/** Each till has a network of its own: one is nearly always there, another only in the end. */
export function randomNetwork(random: Random): Network {
  const rates = TILLS.map(() => (random() < 0.15 ? 0 : random() ** 3));
  const below = (n: number): number => Math.floor(random() * n);
  return {
    delivers: (till) => random() < (rates[till] ?? 0),
    most: () => 1 + below(random() < 0.5 ? 5 : MOST_AT_ONCE),
    repeats: () => (random() < REPEATED ? 1 + below(MOST_REPEATED) : 0),
    losesAnswer: () => random() < LOST,
  };
}

/** How often something went wrong on the way. */
export type Mishaps = { lost: number; repeated: number };
