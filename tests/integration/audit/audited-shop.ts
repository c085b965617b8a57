import { expect } from "vitest";
import * as z from "zod/mini";

import { signTenant } from "#command-api/event-store/head-signer/sign-tenant.ts";
import {
  type DueHead,
  publishKeys,
} from "#command-api/event-store/head-signer/signed-head-rows.ts";
import { AuditEventDetail, AuditEvents } from "#kernel/contract/api/audit.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, type AskOptions, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

const selling = (product: string, quantity: number, price: number, more: object = {}) => ({
  payment_method: "cash",
  items: [{ product_id: product, quantity, unit_price: price }],
  ...more,
});

/** A shop with something of everything, signed twice, all but its last event; beside it another shop. */
export async function openAuditedShop() {
  const apis = await openApis();
  const keys = madeSignedHeadKeys();
  const relay = apis.as("relay");

  const command = async (
    method: "POST" | "PUT" | "DELETE",
    url: string,
    asking: AskOptions = {},
  ) => {
    const answer = await apis.askOf.command(method, url, asking);
    expect([url, answer.status]).toEqual([url, 200]);
    return answer;
  };
  const read = (url: string, asking: AskOptions = {}): Promise<Answer> =>
    apis.askOf.query("GET", `/api/v1/audit/${url}`, { as: "auditor", ...asking });
  const listed = async (url: string, asking: AskOptions = {}): Promise<AuditEvents> =>
    z.object({ data: AuditEvents }).parse((await read(url, asking)).body).data;

  async function headOf(tenantId: TenantId = apis.tenantId): Promise<DueHead> {
    const [head] = await apis.query<DueHead>(
      `select tenant_id as "tenantId", seq::int, chain from es.tenant_heads where tenant_id = $1`,
      [tenantId],
    );
    if (!head) throw new Error("no head");
    return head;
  }

  async function sign(): Promise<void> {
    await publishKeys(relay, keys.publicKeys, Date.now());
    for (const tenantId of [apis.tenantId, apis.foreignTenantId]) {
      const sealed = await signTenant(relay, await headOf(tenantId), { keys, clock: Date.now });
      expect(sealed).toHaveProperty("treeSize");
    }
  }

  const actorOf = async (which: string): Promise<string> => {
    const [row] = await apis.query<{ id: string }>(
      `select actor_id as id from es.events where tenant_id = $1 and ${which} order by seq desc limit 1`,
      [apis.tenantId],
    );
    return row?.id ?? "";
  };

  const milo = idOf(
    await command("POST", "/api/products.php", { body: { name: "Milo", price: 4.5, stock: 100 } }),
  );
  const efua = idOf(
    await command("POST", "/api/customers.php", {
      body: { first_name: "Efua", last_name: "Mensah" },
    }),
  );
  const sale = idOf(
    await command("POST", "/api/sales.php", {
      body: selling(milo, 2, 4.5, { customer_id: efua }),
    }),
  );
  await command("PUT", "/api/customers.php", { body: { id: efua, first_name: "Abena" } });
  await command("PUT", "/api/products.php", { body: { id: milo, price: 5 } });
  await sign();
  await command("DELETE", `/api/sales.php?id=${sale}`);
  await command("POST", "/api/sales.php", { as: "cashier", body: selling(milo, 1, 5) });
  await sign();
  await command("PUT", "/api/products.php", { body: { id: milo, category: "Drinks" } });
  const theirs = idOf(
    await command("POST", "/api/products.php", {
      as: "foreign owner",
      body: { name: "Theirs", price: 1, stock: 1 },
    }),
  );

  return {
    ...apis,
    keys,
    ids: {
      milo,
      efua,
      sale,
      theirs,
      owner: await actorOf("type = 'SaleVoided'"),
      cashier: await actorOf("type = 'SaleRecorded'"),
    },
    command,
    read,
    listed,
    eventsOf: async (query: string, asking: AskOptions = {}) =>
      (await listed(`events?${query}`, asking)).events,
    detail: async (seq = 0): Promise<AuditEventDetail> =>
      z.object({ data: AuditEventDetail }).parse((await read(`events/${seq}`)).body).data,
    headOf,
  };
}
export type AuditedShop = Awaited<ReturnType<typeof openAuditedShop>>;
