import { expect, test } from "vitest";

import { parseStored, SCHEMA_VERSION } from "#kernel/contract/events/catalogue.ts";
import type { Telling } from "#kernel/contract/events/sentences.ts";
import { sentenceOf } from "#kernel/contract/events/sentences/sentence.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const TELLING: Telling = {
  personOf: () => "Ama",
  open: () => "Efua",
  nameless: "somebody",
  timeOf: () => "noon",
};
const FIXTURES = [...eventFixtures()];

test("there is an event of every type to tell of", () => {
  const types = new Set(FIXTURES.map(([, stored]) => stored.type));
  expect([...types].toSorted()).toEqual(Object.keys(SCHEMA_VERSION).toSorted());
});

test.for(FIXTURES)("%s is one sentence, without a hole in it", ([, stored]) => {
  const sentence = sentenceOf(parseStored(stored), TELLING);
  expect(sentence).toMatch(/^Ama .+\.$/);
  expect(sentence).not.toMatch(/undefined|null|\[object|NaN/);
  expect(sentence).not.toContain(stored.type);
});

test.for(FIXTURES)("%s names nobody whom no key opens", ([, stored]) => {
  expect(sentenceOf(parseStored(stored), { ...TELLING, open: () => undefined })).not.toContain(
    "Efua",
  );
});
