import * as z from "zod/mini";

import type { Sealed } from "#kernel/contract/events/fields.ts";

/** A decrypted text. A column of this type does not accept a text that is still sealed. */
export const Opened = z.string().brand<"Opened">();
export type Opened = z.infer<typeof Opened>;

/** Returns null if there is no text or its person was erased. */
export type Open = (sealed: Sealed | null | undefined) => Opened | null;

/**
 * A text that a later build added: rows that an older one wrote have null until a rebuild. It must
 * follow from the event that inserts the row, because an older build changes the row without it.
 */
type Later = "later?";

type SqlType = "uuid" | "text" | "opened" | "int" | "bigint" | "boolean" | "date" | "json";
/** With `?` the column may be null. */
export type ColumnType = SqlType | `${SqlType}?` | Later;
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
  type.replace("?", "").replace(/opened|later/, "text");

type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
type KeyOf<Key> = Readonly<Record<keyof Key, string>>;

/** A nullable column that is omitted is null. */
type NewRow<Of extends Columns> = {
  readonly [Name in keyof Of as Of[Name] extends SqlType ? Name : never]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends SqlType ? never : Name]?:
    | ValueOf<Of[Name]>
    | undefined;
};

/**
 * `tenant_id` leads every key. The row writer adds it from the event's envelope, so no projection can choose it. The
 * default schema is `rm`; a replay writes to another one to compare.
 */
export type Table = Readonly<{
  schema?: string;
  name: string;
  key: KeyColumns;
  values: Columns;
  isLedger?: boolean;
}>;

/** A journal without personal data: its rows are inserted once, and never found to be changed. */
export const isOnlyAppended = ({ isLedger, values }: Table): boolean =>
  isLedger === true && !Object.values(values).some((type) => type.startsWith("opened"));

/** The columns of its key; the tenant leads every one. */
export const keysOf = ({ key }: Table): readonly string[] => ["tenant_id", ...Object.keys(key)];

/** The table with its schema, as SQL names it. */
export const placeOf = ({ schema = "rm", name }: Table): string => `${schema}.${name}`;

/**
 * `put` writes a whole row, `append` a row that never changes, `patch` some columns of an existing row, and `add`
 * adds to its figures. `erase` empties the opened columns in every row of the tenant, or in the rows that have these
 * values, after their keys were destroyed. It is applied last in a batch.
 */
export type RowChange = Readonly<{
  kind: "put" | "append" | "patch" | "add" | "erase";
  key: Readonly<Record<string, string>>;
  values: Readonly<Record<string, Json | undefined>>;
}>;

type FieldChanges = Readonly<Record<string, Readonly<{ to: unknown }> | undefined>>;
type ColumnOfField<Changes> = { readonly [Field in keyof Changes]?: string };
type PatchOf<Changes, Names extends ColumnOfField<Changes>> = {
  [Field in keyof Names & keyof Changes as Names[Field] & string]?: NonNullable<
    Changes[Field]
  > extends Readonly<{ to: infer To }>
    ? To
    : never;
};

/** The new value of each changed field, under the name of its column. */
export function patchOf<Changes extends FieldChanges, const Names extends ColumnOfField<Changes>>(
  changes: Changes,
  names: Names & Readonly<Record<Exclude<keyof Names, keyof Changes>, never>>,
): PatchOf<Changes, Names>;
export function patchOf(changes: FieldChanges, names: Readonly<Record<string, string>>): unknown {
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, column]) => {
      const change = changes[field];
      return change ? [[column, change.to]] : [];
    }),
  );
}

/** A table of entities in their latest state. */
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

/** A journal: each row records one event and is written once. */
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

/** A table of sums. The first figure added to a row creates it. */
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
