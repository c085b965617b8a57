import { dictionary } from "@zxcvbn-ts/language-common";

/** As many as the server warns about. The list is ordered by how often a password occurs in leaks. */
const MOST_COMMON = 3_000;
/** Shorter ones are refused anyway. */
const LEAST_LENGTH = 8;

const words = dictionary["passwords-common"]
  .slice(0, MOST_COMMON)
  .filter(({ length }) => length >= LEAST_LENGTH);

/** For the build, which puts these 6 kB instead of the whole dictionary into a file of their own. */
export const COMMON_PASSWORDS = { COMMON_PASSWORDS: JSON.stringify(words.join("\n")) };
