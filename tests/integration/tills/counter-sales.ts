import * as z from "zod/mini";

import type { EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import type { ModelTill } from "#tests/kit/till/model-till.ts";

import { openTill } from "./entries-api.ts";
import { openTenant } from "./tills.ts";

export const PRICE_MINOR = 450;

/** A line without tax and discount, at the list price. */
export const line = (product: string, quantity: number, over: Partial<EntryLine> = {}) => ({
  productId: ProductId.parse(product),
  name: "Milo",
  quantity,
  listPriceMinor: PRICE_MINOR,
  unitPriceMinor: PRICE_MINOR,
  discountMinor: 0,
  taxMinor: 0,
  totalMinor: PRICE_MINOR * quantity,
  ...over,
});

/** A sale of these lines for cash. */
export function soldLines(lines: EntryLine[], over: Partial<SaleEntryBody> = {}): SaleEntryBody {
  const totalMinor = lines.reduce((sum, { totalMinor: minor }) => sum + minor, 0);
  const tenders: SaleEntryBody["tenders"] = [{ method: "cash", amountMinor: totalMinor }];
  const [first] = lines;
  return { ...saleBody(first?.productId ?? ""), lines, totalMinor, tenders, ...over };
}

export type SaleEvent = Readonly<{
  stream_id: string;
  type: string;
  data: Record<string, unknown>;
  flags: string[] | null;
  stock: [string, number, number][] | null;
}>;

const Data = z.object({ data: z.unknown() });
const Rows = z.object({ rows: z.array(z.looseObject({})) });

/** A business with a till at which its owner sells, and what its owner sees of it. */
export async function openCounter(apis: Apis, app: HttpApp = apis.apps.command) {
  const shop = await openTenant(apis);
  const till = await openTill(app, shop);
  const { tenantId } = shop;

  const ask = async (method: "POST" | "PUT" | "DELETE", url: string, body: object) => {
    const answer = await shop.call("owner", method, url, { body });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };

  /** What the owner is shown there. */
  async function read(url: string): Promise<unknown> {
    const answer = await shop.call("owner", "GET", url);
    if (answer.status !== 200) throw new Error(`${url} ${answer.status} ${answer.text}`);
    return Data.parse(answer.body).data;
  }

  return {
    ...shop,
    till,
    ask,
    read,
    /** The rows of a report over all days. */
    report: async (name: "product" | "day" | "payment-method") =>
      Rows.parse(await read(`/api/v1/reports/${name}`)).rows,
    secondTill: () => openTill(app, shop),
    addProduct: async (name: string, stock: number): Promise<string> =>
      idOf(await ask("POST", "/api/products.php", { name, price: PRICE_MINOR / 100, stock })),
    changeProduct: (id: string, changes: object): Promise<Answer> =>
      ask("PUT", "/api/products.php", { id, ...changes }),
    addCustomer: async (first: string): Promise<string> =>
      idOf(await ask("POST", "/api/customers.php", { first_name: first, last_name: "Mensah" })),
    /** Delivers a sale that took place now or at another time, and returns its id. */
    sell: async (
      body: SaleEntryBody,
      {
        at = Date.now(),
        by = till,
        v = 1,
      }: Readonly<{ at?: number; by?: ModelTill; v?: number }> = {},
    ): Promise<string> => {
      const entry = by.entry("sale", body, { at, v });
      const { results } = await by.deliver([entry]);
      const [result] = results;
      if (result?.state !== "accepted") throw new Error(JSON.stringify(result));
      return entry.id;
    },
    stockOf: async (product: string): Promise<number | undefined> => {
      const [row] = await apis.query<{ on_hand: number }>(
        "select on_hand from es.stream_heads where tenant_id = $1 and stream_id = $2",
        [tenantId, product],
      );
      return row?.on_hand;
    },
    /** The events of a sale. */
    eventsOf: (sale: string): Promise<SaleEvent[]> =>
      apis.query<SaleEvent>(
        `select stream_id, type, data, meta -> 'flags' as flags, effects -> 'stock' as stock
           from es.events where tenant_id = $1 and stream_id = $2 order by stream_version`,
        [tenantId, sale],
      ),
  };
}

export type Counter = Awaited<ReturnType<typeof openCounter>>;

export async function flagsOf(counter: Counter, sale: string): Promise<string[]> {
  const [recorded] = await counter.eventsOf(sale);
  return recorded?.flags ?? [];
}
