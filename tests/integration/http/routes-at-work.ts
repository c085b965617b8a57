import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids, Row } from "#tests/integration/bad-input/row.ts";
import { ROWS } from "#tests/integration/bad-input/rows.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";
import type { Answer, AskOptions, Method } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

type Parameters = Readonly<Record<string, string | undefined>>;

/** What differs from the route's row in a request. */
export type Change = AskOptions & Readonly<{ path?: Parameters; query?: Parameters }>;

/** A registered route, with existing things of the tenant to use it on. */
export type RouteAtWork = Readonly<{
  name: string;
  api: "command" | "query";
  method: Method;
  url: string;
  row: Row;
  asker: Identity;
  fields: readonly (readonly [path: string, kind: string])[];
  parameters: readonly (readonly [name: string, kind: string])[];
  body: () => object | undefined;
  ask: (change?: Change) => Promise<Answer>;
  askWith: (path: string, value: unknown) => Promise<Answer>;
  /** With this exact query and without a body. */
  askAt: (query: string) => Promise<Answer>;
}>;

/** Every registered route that has a row. */
export async function routesAtWork(apis: Apis): Promise<RouteAtWork[]> {
  const ids = await furnish(apis, "owner");
  const known = apis.routes.filter((name) => name in ROWS);
  return Promise.all(known.map((name) => routeAtWork(apis, name, ids)));
}

async function routeAtWork(apis: Apis, name: string, ids: Ids): Promise<RouteAtWork> {
  const { api, method, url, row, asker, fields, parameters } = casesOf(name);
  // A session of its own, because some routes end their session.
  const token = await (asker === "super_admin"
    ? apis.openSession("-", { aud: "platform" })
    : apis.openSession("owner"));
  const authorization = `Bearer ${token}`;
  const body = () => row.body?.(ids);
  const ask = ({ path = {}, query = {}, ...asking }: Change = {}): Promise<Answer> => {
    const right = body();
    const sent = asking.text === undefined && right !== undefined ? { text: toJson(right) } : {};
    const asked = toUrl(url, row, ids, { path, query });
    const headers = { ...(asking.as === undefined ? { authorization } : {}), ...asking.headers };
    return apis.askOf[api](method, asked, { as: "anonymous", ...sent, ...asking, headers });
  };
  const askWith = (path: string, value: unknown): Promise<Answer> =>
    ask({ text: toJson(withValue(body(), path, value)) });
  const askAt = (query: string): Promise<Answer> =>
    apis.askOf[api](method, `${url.replace(/:\w+/g, "x")}?${query}`, {
      as: "anonymous",
      headers: { authorization },
    });
  return { name, api, method, url, row, asker, fields, parameters, body, ask, askWith, askAt };
}

export const takesBody = ({ method, row }: RouteAtWork): boolean =>
  method !== "GET" && row.body !== undefined;

/** Works on the items, a few at once. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
