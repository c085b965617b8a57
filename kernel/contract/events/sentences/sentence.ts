import type { EventType, RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { Sentences, Telling } from "#kernel/contract/events/sentences.ts";

import { house } from "./house.ts";
import { people } from "./people.ts";
import { trade } from "./trade.ts";

const ALL: Sentences<EventType> = { ...trade, ...people, ...house };

/** Written as a method: the map of all sentences then takes that of one type. */
interface Sentence {
  tell(event: RecordedEvent, telling: Telling): string;
}
const BY_TYPE = new Map<string, Sentence["tell"]>(Object.entries(ALL));

/** What happened, in one sentence: who did what. */
export function sentenceOf(event: RecordedEvent, telling: Telling): string {
  const what = BY_TYPE.get(event.type)?.(event, telling) ?? event.type;
  return `${telling.personOf(event.actorId)} ${what}.`;
}
