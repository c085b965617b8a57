import { expect, test } from "vitest";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { sentenceOf } from "#kernel/contract/events/describe-event.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import { SYSTEM_ID } from "#kernel/contract/ids.ts";
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

test("Tillbook, not the person whose sale caused it, sends an automatic message", () => {
  const stored = eventFixtures().get("NotificationRaised.v1");
  if (stored === undefined) throw new Error("the fixture is missing");
  const event = parseStored(stored);
  const context = {
    ...CONTEXT,
    personOf: (userId: string) => (userId === SYSTEM_ID ? "Tillbook" : "Ama"),
  };
  const automatic = { ...event, meta: { ...event.meta, source: "system" as const } };
  const byPerson = { ...event, meta: { ...event.meta, source: "web" as const } };
  expect(sentenceOf(automatic, context)).toMatch(/^Tillbook (alerted|notified) Ama: /);
  expect(sentenceOf(byPerson, context)).toMatch(/^Ama /);
});
