import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { PersonNames } from "#kernel/contract/events/names.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import { type Currency, formatMoney } from "#kernel/contract/money.ts";

/** The context that a sentence needs besides the event. */
export type SentenceContext = Readonly<{
  personOf: PersonNames["personOf"];
  /** Opens a sealed text. Undefined if there is no key. */
  open: (sealed: Sealed) => string | undefined;
  /** Shown for a person whose name cannot be opened. */
  unknownName: string;
  /** A date and time in the tenant's timezone. */
  timeOf: (ms: number) => string;
}>;

/** One sentence for each type of event, without the person who did it and the time. */
export type Sentences<Event extends { type: string; data: object }> = {
  readonly [Type in Event["type"]]: (
    event: Recorded<Extract<Event, { type: Type }>>,
    context: SentenceContext,
  ) => string;
};

export const opened = (context: SentenceContext, ...sealed: readonly Sealed[]): string => {
  const texts = sealed.map((text) => context.open(text));
  return texts.includes(undefined) ? context.unknownName : texts.join(" ");
};

export const money = (minor: number, currency: Currency): string => formatMoney(minor, currency);

type Change = Readonly<{ from: unknown; to: unknown }>;
type Changes = Readonly<Record<string, Change | undefined>>;

/** `price from 4500 to 5000, category from nothing to "drinks"` */
export const changed = (changes: Changes): string =>
  Object.entries(changes)
    .flatMap(([field, change]) =>
      change ? [`${wordsOf(field)} from ${shown(change.from)} to ${shown(change.to)}`] : [],
    )
    .join(", ");

const shown = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "nothing" : JSON.stringify(value);

/** The names of the changed fields, without their values: they are personal data. */
export const fieldsOf = (changes: Changes): string => Object.keys(changes).map(wordsOf).join(", ");

/** receiptFooter: receipt footer */
export const wordsOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const because = (reason: string | undefined): string => (reason ? `: ${reason}` : "");
