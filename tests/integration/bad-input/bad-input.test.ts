import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  type Answer,
  type AskOptions,
  failure,
} from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { openApis } from "./apis.ts";
import { badValues, toJson } from "./bad-values.ts";
import { casesOf } from "./cases.ts";
import { expectRefused } from "./expect-refused.ts";
import { furnish } from "./furnish.ts";
import type { Ids } from "./row.ts";
import { ROWS } from "./rows.ts";
import { toQuery } from "./to-query.ts";
import { pathNames, toUrl } from "./to-url.ts";
import { withValue } from "./with-value.ts";

// Read before the tests are declared: the routers name the routes.
const apis = await openApis();
afterAll(() => apis.close());

const foreign = await furnish(apis, "foreign owner");

test("every route of both APIs has a row, and every row has a route", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(apis.routes.toSorted());
});

type Parameters = Readonly<Record<string, string | undefined>>;
type Change = AskOptions & Readonly<{ path?: Parameters; query?: Parameters }>;

describe.each(apis.routes)("%s", (name) => {
  const { api, method, url, row, ...cases } = casesOf(name);
  let ids: Ids;
  beforeAll(async () => {
    ids = await furnish(apis, "owner");
  });

  const ask = ({ path = {}, query = {}, ...asking }: Change = {}): Promise<Answer> => {
    const body = row.body?.(ids);
    const sent = asking.text === undefined && body !== undefined ? { text: toJson(body) } : {};
    return apis.askOf[api](method, toUrl(url, row, ids, { path, query }), {
      as: cases.asker,
      ...sent,
      ...asking,
    });
  };
  const askWith = (path: string, value: unknown): Promise<Answer> =>
    ask({ text: toJson(withValue(row.body?.(ids), path, value)) });

  /** Fails when the work changes anything that a command could have written. */
  const withoutEffect = async (work: () => Promise<void>): Promise<void> => {
    const before = await written(apis);
    await work();
    expect(await written(apis)).toEqual(before);
  };

  test.for(cases.fields)("refuses every bad value in %s", ([path, kind]) =>
    withoutEffect(async () => {
      for (const [what, value, status = 400] of badValues(kind)) {
        expectRefused(await askWith(path, value), `${path}: ${what}`, [status]);
      }
    }),
  );

  test.for(cases.parameters)("refuses every bad value in the parameter %s", ([path, kind]) =>
    withoutEffect(async () => {
      for (const [what, value, status = 400] of badValues(kind)) {
        const text = value === undefined ? undefined : z.string().parse(value);
        expectRefused(await ask({ query: { [path]: text } }), `?${path}: ${what}`, [status]);
      }
    }),
  );

  test.for(pathNames(url))("finds nothing when :%s is malformed", (path) =>
    withoutEffect(async () => {
      for (const [what, value] of badValues(path === "seq" ? "count" : "pathId")) {
        const id = z.string().parse(value);
        expectRefused(await ask({ path: { [path]: id } }), `:${path}: ${what}`, [400, 404]);
      }
    }),
  );

  const askFor = (place: string, id: string): Promise<Answer> => {
    if (pathNames(url).includes(place)) return ask({ path: { [place]: id } });
    return place in (row.query?.(ids) ?? {}) ? ask({ query: { [place]: id } }) : askWith(place, id);
  };

  test.for(cases.foreign)("finds nothing for another tenant's id in %s", ([path, kind]) =>
    withoutEffect(async () => {
      const answer = await askFor(path, foreign[kind]);
      expectRefused(answer, path, [404]);
      expect(answer.body).toEqual(failure(`${kind}-not-found`, expect.any(String)));
    }),
  );

  test("refuses repeated parameters", () =>
    withoutEffect(async () => {
      const more = toQuery(row.query?.(ids) ?? {}).slice(1);
      for (const query of [
        "id=1&id=1",
        "id[$ne]=1",
        "cheese[]=1",
        "__proto__=1",
        "constructor=1",
      ]) {
        const asked = `${toUrl(url, { ...row, query: () => ({}) }, ids)}?${query}&${more}`;
        const answer = await apis.askOf[api](method, asked, {
          as: cases.asker,
          body: row.body?.(ids),
        });
        expectRefused(answer, query, [400]);
      }
    }));

  test.for(cases.bodies)("refuses a %s that is not valid JSON for it", () =>
    withoutEffect(async () => {
      const bodies: readonly (readonly [text: string, status: number])[] = [
        ["{", 400],
        ['{"name":NaN}', 400],
        ['{"a":1,"a":2}', 400],
        ['{"__proto__":{"x":1}}', 400],
        ['{"constructor":{"prototype":{"x":1}}}', 400],
        [`{"a":"${"x".repeat(70_000)}"}`, row.takesLargeBodies ? 400 : 413],
        ["[".repeat(20_000), 400],
      ];
      for (const [text, status] of bodies) {
        expectRefused(await ask({ text }), text.slice(0, 40), [status]);
      }
      for (const text of row.fields ? ["[]", '"x"', "null", "7", "{}", ""] : []) {
        expectRefused(await ask({ text }), text, [400]);
      }
    }),
  );

  test.for(cases.contents)("refuses every other %s type", () =>
    withoutEffect(async () => {
      const types = [
        "text/plain",
        "text/plain; application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/jsonx",
        "application/json\t; x",
        "x",
      ];
      for (const type of types) {
        const answer = await ask({
          text: '{"name":7,"items":7,"email":7}',
          headers: { "content-type": type },
        });
        expectRefused(answer, type, [415, 400]);
      }
    }),
  );

  test("accepts no other method, also not one named in a header", () =>
    withoutEffect(async () => {
      for (const other of ["PATCH", "TRACE"] as const) {
        const answer = await apis.apps[api].inject({
          method: other,
          url: toUrl(url, row, ids),
          headers: { "x-http-method-override": method },
        });
        expect([other, answer.statusCode]).toEqual([other, 405]);
        expect(answer.json()).toEqual(failure("method-not-allowed", expect.any(String)));
      }
    }));

  test.for(cases.strangers)("refuses a caller %s with %i", ([as, status]) =>
    withoutEffect(async () => {
      expectRefused(await ask({ as }), as, [status]);
    }),
  );

  test.for(cases.tokens)("refuses the token %s", (authorization) =>
    withoutEffect(async () => {
      expectRefused(await ask({ headers: { authorization } }), authorization, [401]);
    }),
  );

  test.for(row.portal === "tenant" ? [apis.foreignTenantId, "' or true --"] : [])(
    "refuses the tenant %s, which is not that of the session",
    (tenantId) =>
      withoutEffect(async () => {
        expectRefused(await ask({ query: { tenant_id: tenantId } }), tenantId, [403]);
      }),
  );

  test.for(cases.unknown)("refuses the unknown field %s", (field) =>
    withoutEffect(async () => {
      expectRefused(await askWith(field, "Zunknown"), field, [400]);
    }),
  );

  test.for(cases.dropped)("drops unknown fields %s", async () => {
    const text = toJson({
      ...row.body?.(ids),
      cheese: "Zunknown",
      tenant_id: apis.foreignTenantId,
    });
    expect((await ask({ text })).status).toBe(200);
    const found = "select 1 from es.events e where strpos(e::text, $1) > 0";
    expect(await apis.query(found, ["Zunknown"])).toEqual([]);
  });

  test("accepts a valid request, so that the refusals above mean something", async () => {
    expect((await ask({ as: cases.as })).status).toBe(row.answers ?? 200);
  });
});
