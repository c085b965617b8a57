import { createHash } from "node:crypto";

import { createRandom, type Random } from "#tests/kit/builders/random.ts";

/**
 * A stream of random numbers of its own for each name: what one actor draws does not depend on how
 * many numbers another has drawn before, and so not on the timing.
 */
export type Streams = (...name: readonly (string | number)[]) => Dice;

export type Dice = Readonly<{
  /** True this often, from 0 to 1. */
  chance: (often: number) => boolean;
  /** A whole number in the range, both ends included. */
  between: (from: number, to: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  /** A UUID that depends only on the stream. */
  id: () => string;
}>;

export const createStreams =
  (seed: number): Streams =>
  (...name) =>
    diceOf(createRandom(numberOf([seed, ...name].join("|"))));

/** The first four bytes of a hash. */
const numberOf = (text: string): number => createHash("sha256").update(text).digest().readInt32BE();

function diceOf(random: Random): Dice {
  const between = (from: number, to: number): number =>
    from + Math.floor(random() * (to - from + 1));
  return {
    chance: (often) => random() < often,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("there is nothing to pick from");
      return item;
    },
    id: () => {
      const digits = Array.from({ length: 8 }, () =>
        between(0, 0xffff).toString(16).padStart(4, "0"),
      ).join("");
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-7$3-8$4-$5");
    },
  };
}
