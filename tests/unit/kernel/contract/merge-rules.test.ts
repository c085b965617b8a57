import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { MERGE_RULES } from "#kernel/contract/merge-rules.ts";

const DOCUMENT = join(import.meta.dirname, "../../../../docs/selling-offline.md");

test("ATTN-21: the rules of the page are those of docs/selling-offline.md", () => {
  const rows = readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .flatMap((line) => /^\| (.+) \| (.+) \|$/.exec(line)?.slice(1, 3) ?? [])
    .slice(4);
  expect(rows).toEqual(MERGE_RULES.flatMap(({ meets, result }) => [meets, result]));
});
