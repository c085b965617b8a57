import { METHODS } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";

const when = <Value>(isSo: boolean | undefined, ...values: Value[]): Value[] =>
  isSo === true ? values : [];

const entriesOf = <Value>(named: Readonly<Record<string, Value>> = {}): [string, Value][] =>
  Object.entries(named);

/** A route, its row of the table, and what follows from both. */
export function casesOf(name: string) {
  const [api, verb, url = ""] = name.split(" ");
  const method = METHODS.find((one) => one === verb);
  if (!method) throw new Error(`${name} has a method that the table does not know`);
  const row: Row = ROWS[name] ?? { portal: "tenant" };
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
    unknown: when(row.isStrict, "cheese", "tenant_id").filter(
      (field) => row.fields === undefined || !(field in row.fields),
    ),
    dropped: when(row.body && !row.isStrict, ["unknown"]),
    strangers: strangersOf(row),
    tokens: strangersOf(row).length === 0 ? [] : TOKENS,
    asker: askerOf(row),
    as: row.isLast ? ("auditor" as const) : askerOf(row),
  };
}

const apiOf = (word: string | undefined) =>
  word === "query" ? ("query" as const) : ("command" as const);

/** Not for public routes: a sign-in ends the session whose token it gets. */
const ASKERS = {
  platform: "super_admin",
  open: "anonymous",
  any: "owner",
  tenant: "owner",
} as const;
const askerOf = ({ portal }: Row): Identity => ASKERS[portal];

const TOKENS = ["Basic b3duZXI6eA==", "Bearer a.b.c", "Bearer ", "Bearer null"];

function strangersOf({ portal, wrongRole }: Row): (readonly [Identity, number])[] {
  if (portal === "open") return [];
  return [
    ["anonymous", 401],
    ["expired", 401],
    ...(portal === "tenant" ? ([["super_admin", 403]] as const) : []),
    ...(portal === "platform" ? ([["owner", 403]] as const) : []),
    ...(wrongRole ? ([[wrongRole, 403]] as const) : []),
  ];
}
