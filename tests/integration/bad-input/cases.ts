import { METHODS } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/shops.ts";

import { type Row, ROWS } from "./rows.ts";

const NOTHING = { door: "tenant", fields: {}, parameters: {}, foreign: {} } as const satisfies Row;

/** A route of the router, its row of the table, and what follows from both. */
export function casesOf(name: string) {
  const [api, verb, url = ""] = name.split(" ");
  const method = METHODS.find((one) => one === verb);
  if (!method) throw new Error(`${name} has a method that the table does not know`);
  const row = { ...NOTHING, ...ROWS[name] };
  const takesBody = method !== "GET";
  return {
    api: api === "query" ? ("query" as const) : ("command" as const),
    method,
    url,
    row,
    fields: Object.entries(row.fields),
    parameters: Object.entries(row.parameters),
    foreign: Object.entries(row.foreign),
    bodies: takesBody ? [["body"]] : [],
    contents: takesBody && row.body ? [["content"]] : [],
    unknown: row.isStrict ? ["cheese", "tenant_id"] : [],
    dropped: row.body && !row.isStrict ? [["unknown"]] : [],
    strangers: strangersOf(row),
    tokens: row.door === "open" ? [] : TOKENS,
    as: row.isLast ? ("auditor" as const) : ("owner" as const),
  };
}

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
