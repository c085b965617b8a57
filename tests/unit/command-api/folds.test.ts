import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { FOLDED_BY_LAST, FOLDS } from "#standalone/operator/audit/write-model/folds.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Its one event says all: nothing is decided about it later. */
const WITHOUT_STATE = ["contact-message"];

test("every kind of stream that commands write is folded, or known to have no state", () => {
  const written = globSync("command-api/**/*.ts", { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/streamType: "([a-z-]+)"/g)].map(
      ([, streamType = ""]) => streamType,
    ),
  );
  expect(written.length).toBeGreaterThan(10);
  const known = new Set([...FOLDS.keys(), ...WITHOUT_STATE]);
  expect(written.filter((streamType) => !known.has(streamType))).toEqual([]);
});

test("where the last event alone is folded, whatever was before it changes nothing", () => {
  const events = [...eventFixtures().values()]
    .filter(({ streamType }) => FOLDED_BY_LAST.includes(streamType))
    .map(parseStored);
  expect(events.length).toBeGreaterThan(1);
  for (const event of events) {
    const fold = FOLDS.get(event.streamType);
    const alone = fold?.evolve(fold.initialState, event);
    for (const before of events) {
      const after = fold?.evolve(fold.evolve(fold.initialState, before), event);
      expect(after).toEqual(alone);
    }
  }
});
