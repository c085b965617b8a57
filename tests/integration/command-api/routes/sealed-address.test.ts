import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { Sealed } from "#kernel/contract/events/fields.ts";
import { UserId } from "#kernel/contract/ids.ts";

import { idOf } from "./ask.ts";
import { lastOf } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const Meta = z.object({ ip: Sealed });

/** The sealed address of the event that added a product. */
async function addressOf(name: string): Promise<Sealed> {
  const body = { name, price: "1.00", stock: 1 };
  const id = idOf(await shops.ask("POST", "/api/products.php", { body }));
  return Meta.parse((await lastOf(shops, id))?.meta).ip;
}

test("an event holds the sender's address, readable only with the person's key", async () => {
  const address = await addressOf("Milo");
  expect(address).not.toContain("127.0.0.1");
  const { service, tenantId } = shops;
  expect(await service.sealer.open(tenantId, address)).toBe("127.0.0.1");

  const [row] = await shops.query<{ actor: string }>(
    "select actor_id as actor from es.events where tenant_id = $1 order by seq desc limit 1",
    [tenantId],
  );
  expect(address).toContain(`sealed:v1:${UserId.parse(row?.actor)}:`);
});

test("an address is sealed once per session", async () => {
  expect(await addressOf("Gari")).toBe(await addressOf("Omo"));
});
