import { METHODS } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/shops.ts";

import { type Row, ROWS } from "./rows.ts";

const when = <Value>(isSo: boolean | undefined, ...values: Value[]): Value[] =>
  isSo === true ? values : [];

const entriesOf = <Value>(named: Readonly<Record<string, Value>> = {}): [string, Value][] =>
  Object.entries(named);

/** A route of the router, its row of the table, and what follows from both. */
export function casesOf(name: string) {
  const [api, verb, url = ""] = name.split(" ");
  const method = METHODS.find((one) => one === verb);
  if (!method) throw new Error(`${name} has a method that the table does not know`);
  const row: Row = ROWS[name] ?? { door: "tenant" };
  const takesBody = method !== "GET";
  return {
    api: apiOf(api),
    method,
    url,
    row,
    fields: entriesOf(row.fields),
    parameters: entriesOf(row.parameters),
    foreign: entriesOf(row.foreign),
    bodies: when(takesBody, ["body"]),
    contents: when(takesBody && row.body !== undefined, ["content"]),
    unknown: when(row.isStrict, "cheese", "tenant_id"),
    dropped: when(row.body && !row.isStrict, ["unknown"]),
    strangers: strangersOf(row),
    tokens: strangersOf(row).length === 0 ? [] : TOKENS,
    as: actorOf(row),
  };
}

const apiOf = (word: string | undefined) =>
  word === "query" ? ("query" as const) : ("command" as const);
const actorOf = ({ isLast }: Row): Identity => (isLast ? "auditor" : "owner");

const TOKENS = ["Basic b3duZXI6eA==", "Bearer a.b.c", "Bearer ", "Bearer null"];

function strangersOf({ door, wrongRole }: Row): (readonly [Identity, number])[] {
  if (door === "open") return [];
  return [
    ["anonymous", 401],
    ["expired", 401],
    ...(door === "tenant" ? ([["super_admin", 403]] as const) : []),
    ...(wrongRole ? ([[wrongRole, 403]] as const) : []),
  ];
}
