import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

import { counterOf } from "./counter.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const PRODUCTS = "/api/v1/products/import";

/**
 * Replaces the function, which locks no table. Dropping the trigger locks the partitions of es.events
 * in the opposite order to the projector's queries, and ends in a deadlock now and then.
 */
const onInsert = (body: string) =>
  apis.query(
    `create or replace function es.break_off() returns trigger language plpgsql as
     $$ begin ${body} end $$`,
  );

test("an interrupted import continues under its key", async () => {
  const file = `name,price\n${Array.from({ length: 250 }, (_, index) => `Half ${index},1`).join("\n")}`;
  const key = randomUUID();
  await onInsert(
    "if (new.data ->> 'name') = 'Half 150' then raise exception 'broken off'; end if; return new;",
  );
  await apis.query(
    "create trigger break_off before insert on es.events for each row execute function es.break_off()",
  );
  expect((await counter.upload(PRODUCTS, file, { key })).status).toBe(500);
  await onInsert("return new;");
  expect((await counter.upload(PRODUCTS, file, { key })).status).toBe(200);
  const [count] = await apis.query<{ n: number; ids: number }>(
    `select count(*)::int as n, count(distinct stream_id)::int as ids from es.events
      where tenant_id = $1 and data ->> 'name' like 'Half %'`,
    [apis.tenantId],
  );
  expect(count).toEqual({ n: 250, ids: 250 });
});
