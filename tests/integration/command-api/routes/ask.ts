import { once } from "node:events";
import type { Readable } from "node:stream";

import * as z from "zod/mini";

import type { HttpApp } from "#kernel/node/http/server.ts";

import type { Identity } from "./identities.ts";

export const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export type AskOptions = Readonly<{
  as?: Identity;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
}>;

export type Answer = Readonly<{
  status: number;
  text: string;
  body: unknown;
  headers: Readonly<Record<string, unknown>>;
}>;

const WriteResult = z.object({ data: z.object({ id: z.string() }) });
/** The id in the answer of a write. */
export const idOf = (answer: Answer): string => WriteResult.parse(answer.body).data.id;

/** An answer without its request id, so that two answers can be compared. */
export const statusAndText = ({ status, text }: Answer): string =>
  `${status} ${text.replace(/"request_id":"[^"]*"/, "")}`;

/** The body of every failure. */
export const failure = (code: string, error: unknown): object => ({
  success: false,
  error,
  code,
  request_id: expectText,
});
const expectText: unknown = {
  asymmetricMatch: (value: unknown) => typeof value === "string" && value !== "",
};

/** The whole answer, or the first part of one that never ends, such as live updates. */
async function heard(stream: Readable, onPart: () => void): Promise<string> {
  const parts: Buffer[] = [];
  stream
    .on("error", () => undefined)
    .on("data", (part: Buffer) => {
      parts.push(part);
      onPart();
    });
  if (!stream.closed) await once(stream, "close");
  return Buffer.concat(parts).toString();
}

const WITHOUT_TEXT: Readonly<Record<string, string>> = {};

export function createAsk(app: HttpApp, tokens: ReadonlyMap<Identity, string>) {
  async function ask(method: Method, url: string, asking: AskOptions = {}): Promise<Answer> {
    const { as = "owner", body, headers = {} } = asking;
    const token = tokens.get(as);
    const payload = asking.text ?? (body === undefined ? undefined : JSON.stringify(body));
    const ended = new AbortController();
    const answer = await app.inject({
      method,
      url,
      payloadAsStream: true,
      signal: ended.signal,
      headers: {
        ...(payload === undefined ? WITHOUT_TEXT : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const type = String(answer.headers["content-type"]);
    const text = await heard(answer.stream(), () => {
      if (type.startsWith("text/event-stream")) ended.abort();
    });
    const isJson = type.startsWith("application/json");
    const parsed: unknown = isJson ? JSON.parse(text) : undefined;
    return { status: answer.statusCode, text, body: parsed, headers: answer.headers };
  }

  const sell = (items: readonly Item[], more: object = {}, asking: AskOptions = {}) =>
    ask("POST", "/api/sales.php", { ...asking, body: { items: items.map(toItem), ...more } });

  return {
    ask,
    sell,
    addProduct: async (name: string, stock: number, as: Identity = "owner"): Promise<string> => {
      const body = { name, price: PRICE, stock };
      return idOf(await ask("POST", "/api/products.php", { as, body }));
    },
    addCustomer: async (first: string, as: Identity = "owner"): Promise<string> => {
      const body = { first_name: first, last_name: "Mensah" };
      return idOf(await ask("POST", "/api/customers.php", { as, body }));
    },
  };
}

export const PRICE = 4.5;
type Item = readonly [productId: string, quantity: number, price?: number];

const toItem = ([productId, quantity, price = PRICE]: Item) => ({
  product_id: productId,
  quantity,
  unit_price: price,
});
