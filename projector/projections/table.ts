import * as z from "zod/mini";

import type { Sealed } from "#kernel/contract/events/fields.ts";

/** A sealed text in clear. A column of this type refuses a text that is still sealed. */
export const Opened = z.string().brand<"Opened">();
export type Opened = z.infer<typeof Opened>;

/** Null where there is nothing, and where the person was erased. */
export type Open = (sealed: Sealed | null | undefined) => Opened | null;

type SqlType = "uuid" | "text" | "opened" | "int" | "bigint" | "boolean" | "date" | "json";
/** A column's type; with `?` it may be null. */
export type ColumnType = SqlType | `${SqlType}?`;
export type Columns = Readonly<Record<string, ColumnType>>;
type KeyColumns = Readonly<Record<string, "uuid" | "text" | "date" | "bigint">>;

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

type ValueOf<Column> = Column extends `${infer Plain}?`
  ? ValueOf<Plain> | null
  : Column extends "int" | "bigint"
    ? number
    : Column extends "boolean"
      ? boolean
      : Column extends "json"
        ? Json
        : Column extends "opened"
          ? Opened
          : string;

/** The column's type in the database. */
export const sqlType = (type: ColumnType): string =>
  type.replace("?", "").replace("opened", "text");

type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
type KeyOf<Key> = Readonly<Record<keyof Key, string>>;

/** Nothing given for a column that may be null is null. */
type NewRow<Of extends Columns> = {
  readonly [Name in keyof Of as Of[Name] extends SqlType ? Name : never]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends SqlType ? never : Name]?:
    | ValueOf<Of[Name]>
    | undefined;
};

/**
 * `tenant_id` leads every key; it is put in by the row writer, from the envelope, so no projection can name it. The
 * schema is that of the read models, unless somebody makes rows beside them to compare.
 */
export type Table = Readonly<{
  schema?: string;
  name: string;
  key: KeyColumns;
  values: Columns;
  isLedger?: boolean;
}>;

/**
 * `put` is the whole row, `append` one that nothing changes again, `patch` some columns of a row that is there, `add`
 * what its figures grow by. `erase` empties what was opened in every row of the tenant, or in those that have these
 * values: the keys are gone, and what they sealed goes with them. It comes last of a batch.
 */
export type RowChange = Readonly<{
  kind: "put" | "append" | "patch" | "add" | "erase";
  key: Readonly<Record<string, string>>;
  values: Readonly<Record<string, Json | undefined>>;
}>;

/** A table of things, each with its latest state. */
export function thingsTable<Key extends KeyColumns, Values extends Columns>(
  name: string,
  key: Key,
  values: Values,
) {
  return {
    table: { name, key, values },
    put: (keyOfRow: KeyOf<Key>, row: NewRow<Values>): RowChange => ({
      kind: "put",
      key: keyOfRow,
      values: row,
    }),
    patch: (keyOfRow: KeyOf<Key>, row: Partial<RowOf<Values>>): RowChange => ({
      kind: "patch",
      key: keyOfRow,
      values: row,
    }),
    erase: erasing<Values>,
  };
}

const erasing = <Values extends Columns>(
  rows?: Readonly<Partial<Record<keyof Values & string, string>>>,
): RowChange => ({ kind: "erase", key: definedOf(rows ?? {}), values: {} });

const definedOf = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** A table of what happened: a row is written once, with the event that it tells of. */
export function ledgerTable<Key extends KeyColumns, Values extends Columns>(
  name: string,
  key: Key,
  values: Values,
) {
  return {
    table: { name, key, values, isLedger: true },
    append: (keyOfRow: KeyOf<Key>, row: NewRow<Values>): RowChange => ({
      kind: "append",
      key: keyOfRow,
      values: row,
    }),
    erase: erasing<Values>,
  };
}

/** A table of sums. A row comes into being with the first figure that is added to it. */
export function sumsTable<Key extends KeyColumns, Sum extends string>(
  name: string,
  key: Key,
  sums: Readonly<Record<Sum, "int" | "bigint">>,
) {
  return {
    table: { name, key, values: sums },
    add: (keyOfRow: KeyOf<Key>, figures: Readonly<Record<Sum, number>>): RowChange => ({
      kind: "add",
      key: keyOfRow,
      values: figures,
    }),
  };
}
