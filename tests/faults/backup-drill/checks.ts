import { isDeepStrictEqual } from "node:util";

export type Checks = Readonly<{
  same: (what: string, found: unknown, expected: unknown) => void;
  note: (line: string) => void;
  failed: () => number;
}>;

/** Prints each check as it is made. The drill always goes on to the end. */
export function createChecks(): Checks {
  let failed = 0;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    same: (what, found, expected) => {
      const holds = isDeepStrictEqual(found, expected);
      if (!holds) failed += 1;
      const both = `\n      found    ${JSON.stringify(found)}\n      expected ${JSON.stringify(expected)}`;
      say(`${holds ? "  ok  " : "  FAIL"} ${what}${holds ? "" : both}`);
    },
    note: (line) => say(`      ${line}`),
    failed: () => failed,
  };
}
