import { expect, test } from "vitest";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { sentenceOf } from "#kernel/contract/events/describe-event.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const CONTEXT: SentenceContext = {
  personOf: () => "Ama",
  open: () => "Efua",
  unknownName: "an erased person",
  timeOf: () => "noon",
};
const FIXTURES = [...eventFixtures()];

test.for(FIXTURES)("%s is described in one complete sentence", ([, stored]) => {
  const sentence = sentenceOf(parseStored(stored), CONTEXT);
  expect(sentence).toMatch(/^Ama .+\.$/);
  expect(sentence).not.toMatch(/undefined|null|\[object|NaN/);
  expect(sentence).not.toContain(stored.type);
});

test.for(FIXTURES)("%s does not show a name that cannot be opened", ([, stored]) => {
  expect(sentenceOf(parseStored(stored), { ...CONTEXT, open: () => undefined })).not.toContain(
    "Efua",
  );
});
