import { eventTypesOf } from "#kernel/contract/event-types.ts";
import { type RecordedEvent, SENTENCES } from "#kernel/contract/events/catalogue.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import { SYSTEM_ID } from "#kernel/contract/ids.ts";

/** Written as a method: the map of all sentences then accepts a function for one type. */
interface Sentence {
  describe(event: RecordedEvent, context: SentenceContext): string;
}
const BY_TYPE = new Map<string, Sentence["describe"]>(Object.entries(SENTENCES));

const MESSAGES: ReadonlySet<string> = new Set(eventTypesOf("Notifications and email"));

/** "Ama Owusu changed the price from GH₵4.50 to GH₵5.00." */
export function sentenceOf(event: RecordedEvent, context: SentenceContext): string {
  const what = BY_TYPE.get(event.type)?.(event, context) ?? event.type;
  // The recorded actor of an automatic message is the person whose sale caused it, not its sender.
  const isAutomatic = event.meta.source === "system" && MESSAGES.has(event.type);
  const person = isAutomatic ? SYSTEM_ID : event.actorId;
  return `${context.personOf(person, event.meta.source)} ${what}.`;
}
