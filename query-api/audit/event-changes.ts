import { isEventType, showsFields } from "#kernel/contract/event-types.ts";
import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import { money, type SentenceContext, wordsOf } from "#kernel/contract/events/sentences.ts";
import type { Currency } from "#kernel/contract/money.ts";

/** A changed field in words. Null if there was no value before, or there is none now. */
export type DescribedChange = Readonly<{
  field: string;
  before: string | null;
  after: string | null;
}>;

export type ChangesContext = Pick<SentenceContext, "open"> &
  Readonly<{
    /** The tenant's currency, for events that do not name one. */
    currency: Currency;
    /** Shown for a text that cannot be opened. */
    sealed: string;
  }>;

type Change = Readonly<{ from?: unknown; to?: unknown }>;
type ChangedFields = readonly (readonly [field: string, Change])[];

/** The fields that an event changed, before and after. */
export function changesIn(event: RecordedEvent, context: ChangesContext): DescribedChange[] {
  const own = { ...context, currency: currencyOf(event) ?? context.currency };
  return [...fieldsChanged(event), ...stockMoved(event)].flatMap(([field, { from, to }]) => {
    const before = shown(field, from, own);
    const after = shown(field, to, own);
    return before === null && after === null ? [] : [{ field: nameOf(field), before, after }];
  });
}

const currencyOf = ({ data }: RecordedEvent): Currency | undefined =>
  "currency" in data ? data.currency : undefined;

function fieldsChanged(event: RecordedEvent): ChangedFields {
  const { type, data } = event;
  if (type === "SaleRecorded") return [["totalMinor", { to: data.totalMinor }]];
  if (type === "SaleVoided") return [["totalMinor", { from: data.totalMinor }]];
  if (type === "ProductRepriced") {
    return [["priceMinor", { from: data.fromMinor, to: data.toMinor }]];
  }
  if (type === "TenantStatusChanged") return [["status", data]];
  if (type === "StaffRoleChanged") return [["role", data]];
  const archived = ARCHIVED.get(type);
  if (archived !== undefined) return [["archived", { from: !archived, to: archived }]];
  return "changes" in data ? definedOf(data.changes) : addedFields(type, data);
}

const ARCHIVED: ReadonlyMap<string, boolean> = new Map([
  ["ProductArchived", true],
  ["CustomerArchived", true],
  ["ProductRestored", false],
  ["CustomerRestored", false],
]);

const definedOf = (changes: Readonly<Record<string, Change | undefined>>): ChangedFields =>
  Object.entries(changes).flatMap(([field, change]) => (change ? [[field, change] as const] : []));

/** Omits ids, which are the subject of the event, and stock, which is in the effects. */
const addedFields = (type: string, data: Readonly<Record<string, unknown>>): ChangedFields =>
  isEventType(type) && showsFields(type)
    ? Object.entries(data).flatMap(([field, to]) =>
        field.endsWith("Id") || field === "openingStock" ? [] : [[field, { to }] as const],
      )
    : [];

function stockMoved({ data, effects }: RecordedEvent): ChangedFields {
  const lines = "lines" in data ? data.lines : [];
  return (effects.stock ?? []).map(([productId, delta, after]) => {
    const name = lines.find((line) => line.productId === productId)?.name;
    return [name === undefined ? "stock" : `stock of ${name}`, { from: after - delta, to: after }];
  });
}

const MONEY = /Minor$/;
const RATE = /Bp$/;

/** taxRateBp: tax rate */
const nameOf = (field: string): string =>
  field.startsWith("stock of ") ? field : wordsOf(field.replace(MONEY, "").replace(RATE, ""));

function shown(field: string, value: unknown, context: ChangesContext): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return numberOf(field, value, context);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return JSON.stringify(value);
  const sealed = Sealed.safeParse(value).data;
  return sealed === undefined ? value : (context.open(sealed) ?? context.sealed);
}

function numberOf(field: string, value: number, { currency }: ChangesContext): string {
  if (MONEY.test(field)) return money(value, currency);
  return RATE.test(field) ? `${value / 100} %` : String(value);
}
