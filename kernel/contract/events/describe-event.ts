import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { Currency } from "#kernel/contract/money.ts";

import { money, type Telling, wordsOf } from "./sentences.ts";

/** What an event changed, in words. Null: there was nothing, or there is nothing now. */
export type ChangeInWords = Readonly<{
  field: string;
  before: string | null;
  after: string | null;
}>;

export type ChangesTelling = Pick<Telling, "open" | "timeOf"> &
  Readonly<{
    /** Of the shop: for amounts that do not say theirs. */
    currency: Currency;
    /** In the place of what cannot be opened. */
    sealed: string;
  }>;

type Change = Readonly<{ from?: unknown; to?: unknown }>;
type Fields = Readonly<Record<string, unknown>>;

/** Before and after, side by side. */
export function changesIn(event: RecordedEvent, telling: ChangesTelling): ChangeInWords[] {
  const told: ChangesTelling = { ...telling, currency: currencyOf(event) ?? telling.currency };
  return [...fieldsChanged(event), ...stockMoved(event)].flatMap(([field, { from, to }]) => {
    const before = shown(field, from, told);
    const after = shown(field, to, told);
    return before === null && after === null ? [] : [{ field: nameOf(field), before, after }];
  });
}

const currencyOf = ({ data }: RecordedEvent): Currency | undefined =>
  "currency" in data ? data.currency : undefined;

type Changed = readonly (readonly [field: string, Change])[];

const ADDED: ReadonlySet<string> = new Set([
  "ProductAdded",
  "CustomerAdded",
  "TenantRegistered",
  "TenantCreated",
  "StaffInvited",
  "StaffJoined",
]);

function fieldsChanged(event: RecordedEvent): Changed {
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
  return "changes" in data ? definedOf(data.changes) : added(type, data);
}

const ARCHIVED: ReadonlyMap<string, boolean> = new Map([
  ["ProductArchived", true],
  ["CustomerArchived", true],
  ["ProductRestored", false],
  ["CustomerRestored", false],
]);

const definedOf = (changes: Readonly<Record<string, Change | undefined>>): Changed =>
  Object.entries(changes).flatMap(([field, change]) => (change ? [[field, change] as const] : []));

/** Ids name what it is about, which is said elsewhere. */
const added = (type: string, data: Fields): Changed =>
  ADDED.has(type)
    ? Object.entries(data).flatMap(([field, to]) =>
        field.endsWith("Id") || field === "openingStock" ? [] : [[field, { to }] as const],
      )
    : [];

function stockMoved({ data, effects }: RecordedEvent): Changed {
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

function shown(field: string, value: unknown, telling: ChangesTelling): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return numberOf(field, value, telling);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return JSON.stringify(value);
  const sealed = Sealed.safeParse(value).data;
  return sealed === undefined ? value : (telling.open(sealed) ?? telling.sealed);
}

function numberOf(field: string, value: number, { currency }: ChangesTelling): string {
  if (MONEY.test(field)) return money(value, currency);
  return RATE.test(field) ? `${value / 100} %` : String(value);
}
