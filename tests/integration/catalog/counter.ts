import * as z from "zod/mini";

import type { Apis } from "#tests/integration/bad-input/apis.ts";
import type { Answer } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

const Data = z.object({ data: z.unknown() });
const Things = z.array(z.looseObject({ id: z.string() }));
const Thing = z.looseObject({});

export const dataOf = (answer: Answer): unknown => Data.parse(answer.body).data;
export const listOf = (answer: Answer) => Things.parse(dataOf(answer));
export const thingOf = (answer: Answer) => Thing.parse(dataOf(answer));

/** An item of a sale. */
export const item = (id: string, quantity: number, price = 4.5) => ({
  product_id: id,
  quantity,
  unit_price: price,
});
export const codeOf = ({ status, body }: Answer) => [status, body];

/** What a tenant's till does, over both APIs. */
export function counterOf({ ask, askOf }: Apis) {
  const read = (url: string, as: Identity = "owner") => askOf.query("GET", url, { as });
  return {
    read,
    list: async (url: string, as: Identity = "owner") => listOf(await read(url, as)),
    sale: async (id: string) => thingOf(await read(`/api/v1/sales/${id}`)),
    post: (url: string, body?: unknown, as: Identity = "owner") => ask("POST", url, { as, body }),
    sell: (body: object, as: Identity = "owner") => ask("POST", "/api/sales.php", { as, body }),
    put: (url: string, body: unknown, as: Identity = "owner") => ask("PUT", url, { as, body }),
    remove: (url: string, id: string) => ask("DELETE", `${url}?id=${id}`),
    set: async (settings: object): Promise<void> => {
      const answer = await ask("PUT", "/api/v1/settings/business", { body: settings });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    upload: (url: string, text: string, more: { as?: Identity; key?: string } = {}) =>
      ask("POST", url, {
        as: more.as ?? "owner",
        text,
        headers: {
          "content-type": "text/csv",
          ...(more.key === undefined ? {} : { "idempotency-key": more.key }),
        },
      }),
  };
}
