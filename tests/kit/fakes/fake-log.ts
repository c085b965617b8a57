import pg from "pg";

import type { Queryable } from "#kernel/node/postgres/connections.ts";

type Call = Readonly<{ values: readonly unknown[] }>;

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * A database that accepts every command unless `before` throws; `before` gets the command ids of
 * each call. The pool is only there for its type and never connects.
 */
export function createFakeLog(before: (commandIds: readonly string[], call: number) => void) {
  const calls: string[][] = [];
  const query = async ({ values }: Call) => {
    const ids = textsOf(values[1]);
    calls.push(ids);
    before(ids, calls.length);
    const rows = ids.map((_id, index) => [
      index + 1,
      "ok",
      index + 1,
      index + 1,
      null,
      1,
      "[null]",
    ]);
    return Promise.resolve({ rows });
  };
  const db: Queryable = Object.assign(new pg.Pool(), { query });
  return { db, calls };
}

/** Postgres's error for a text that is not JSON. */
export const brokenJson = (): Error =>
  Object.assign(new Error("invalid input syntax for type json"), { code: "22P02" });

export const lostConnection = (): Error => new Error("Connection terminated unexpectedly");
