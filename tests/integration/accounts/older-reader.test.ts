import { afterAll, beforeAll, expect, test } from "vitest";

import {
  type AccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import { registered, setStatus } from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;
beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

test("TILL-120: a command on people or tenants is refused, with its rows, if an older process could not read its events", async () => {
  const { api, database } = suite;
  const { tenant } = await registered(api);
  const statusAndSeq = () =>
    database.rows("select status, seq::int from es.tenant_heads where tenant_id = $1", [tenant.id]);
  const formats: number[] = [];
  const readers = {
    understand: (format: number) => {
      formats.push(format);
      return Promise.resolve(false);
    },
  };
  const before = await statusAndSeq();
  const beside: AccountApi = { ...api, accounts: { ...api.accounts, readers } };
  const refused = await setStatus(beside, tenant.id, "suspended");
  expect(refused).toEqual({ rejected: "server-updating" });
  expect(formats).toEqual([1]);
  expect(await statusAndSeq()).toEqual(before);
  expect(await setStatus(api, tenant.id, "suspended")).toBeUndefined();
  expect(await statusAndSeq()).not.toEqual(before);
});
