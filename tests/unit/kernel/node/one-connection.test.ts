import { setImmediate as nextTurn } from "node:timers/promises";

import pg from "pg";
import { expect, test } from "vitest";

import { singleReader } from "#kernel/verify/verify-log.ts";

test("queries on one connection run one after the other, also after a failed one", async () => {
  const { each } = singleReader(new pg.Pool());
  const said: string[] = [];
  const first = each(async () => {
    said.push("first asked");
    await nextTurn();
    said.push("first failed");
    throw new Error("lost");
  });
  const second = each(async () => {
    said.push("second asked");
    return await Promise.resolve(2);
  });
  await expect(first).rejects.toThrow("lost");
  expect(await second).toBe(2);
  expect(said).toEqual(["first asked", "first failed", "second asked"]);
});
