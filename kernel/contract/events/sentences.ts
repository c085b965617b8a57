import type { EventType, TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type { Currency } from "#kernel/contract/money.ts";
import { formatMoney } from "#kernel/contract/money.ts";

/** What a sentence about an event needs to know besides it. */
export type Telling = Readonly<{
  /** What a person of the shop is called. */
  personOf: (userId: string) => string;
  /** A sealed text; undefined where it cannot be opened. */
  open: (sealed: Sealed) => string | undefined;
  /** What to call whom a text is about that cannot be opened: they were erased, or there is no key here. */
  nameless: string;
  /** A day and time as the shop reads them. */
  timeOf: (ms: number) => string;
}>;

export type EventOf<Type extends EventType> = Recorded<Extract<TillbookEvent, { type: Type }>>;

/** One sentence for each of these types, without who did it and when. */
export type Sentences<Type extends EventType> = {
  readonly [Name in Type]: (event: EventOf<Name>, telling: Telling) => string;
};

export const opened = (telling: Telling, ...sealed: readonly Sealed[]): string => {
  const texts = sealed.map((text) => telling.open(text));
  return texts.includes(undefined) ? telling.nameless : texts.join(" ");
};

export const money = (minor: number, currency: Currency): string => formatMoney(minor, currency);

type Change = Readonly<{ from: unknown; to: unknown }>;
type Changes = Readonly<Record<string, Change | undefined>>;

/** `price from 4500 to 5000, category from nothing to drinks` */
export const changed = (changes: Changes, shown: (value: unknown) => string = plain): string =>
  Object.entries(changes)
    .flatMap(([field, change]) =>
      change ? [`${wordsOf(field)} from ${shown(change.from)} to ${shown(change.to)}`] : [],
    )
    .join(", ");

/** What was changed, and not from what to what: it is somebody's own. */
export const fieldsOf = (changes: Changes): string => Object.keys(changes).map(wordsOf).join(", ");

/** taxRateBp: tax rate bp */
export const wordsOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const plain = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "nothing" : JSON.stringify(value);

export const because = (reason: string | undefined): string => (reason ? `: ${reason}` : "");
