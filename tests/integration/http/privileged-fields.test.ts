import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { expectRefused } from "#tests/integration/bad-input/expect-refused.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { answerSchemas, extraFields } from "#tests/kit/http/open-api/extra-fields.ts";
import { row } from "#tests/scorecard/row.ts";

import { privileged } from "./privileged-fields.ts";
import { forEach, type RouteAtWork, routesAtWork, takesBody } from "./routes-at-work.ts";

const apis = await openApis();
afterAll(() => apis.close());
const routes = (await routesAtWork(apis)).filter((route) => route.row.isLast !== true);
const writes = routes.filter(takesBody);
const DOCUMENT = join(import.meta.dirname, "../../../query-api/documentation/openapi.json");
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

async function withoutEffect(work: () => Promise<void>): Promise<void> {
  const before = await written(apis);
  await work();
  expect(await written(apis)).toEqual(before);
}

/** The three that passed validation in other versions of the framework, and similar ones. */
const CONTENT_TYPES = [
  "Application/JSON",
  " application/json",
  "\tapplication/json",
  "application/json ",
  "application/json;",
  "application/json; charset=utf-8",
  "application/json;charset=utf-7",
  "application/json, text/plain",
  "application/json\t",
  "application/json;a=b;a=c",
  "application/json ; x",
  "text/plain",
  "text/plain; application/json",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/merge-patch+json",
  "application/vnd.api+json",
  "*/*",
  "",
];

test("no invalid body reaches a handler, whatever its content type", () =>
  withoutEffect(async () => {
    let asked = 0;
    await forEach(
      writes.filter(({ fields }) => fields.length > 0),
      async (route) => {
        const [path = ""] = route.fields[0] ?? [];
        const text = toJson(withValue(route.body(), path, { $ne: 1 }));
        for (const type of CONTENT_TYPES) {
          const answer = await route.ask({ text, headers: { "content-type": type } });
          expectRefused(answer, `${route.name} as ${type}`, [400, 415]);
          asked += 1;
        }
      },
    );
    tell(`${asked} invalid bodies under ${CONTENT_TYPES.length} content types, 0 accepted`);
  }));

const taken = ({ body, fields }: RouteAtWork): string[] => [
  ...Object.keys(body() ?? {}),
  ...fields.map(([path]) => path),
];

const isStrict = (route: RouteAtWork): boolean =>
  route.row.isStrict ?? route.url.startsWith("/api/v1/");

const keptTexts = async (): Promise<number> =>
  (await apis.query("select type from es.events e where strpos(e::text, 'zprivileged') > 0"))
    .length;

/** Sends each privileged field to each write: /api/v1 refuses it, a legacy route drops it. */
async function assign() {
  let refused = 0;
  let dropped = 0;
  await forEach(writes.filter(isStrict), async (route) => {
    for (const [name, value] of privileged(taken(route))) {
      expectRefused(await route.askWith(name, value), `${route.name} ${name}`, [400]);
      refused += 1;
    }
  });
  const legacy = writes.filter((route) => !isStrict(route) && route.method !== "DELETE");
  await forEach(legacy, async (route) => {
    const extra = privileged(taken(route));
    const { status, text } = await route.ask({
      text: toJson({ ...route.body(), ...Object.fromEntries(extra) }),
    });
    expect([route.name, status, text.includes("zprivileged")]).toEqual([
      route.name,
      route.row.answers ?? 200,
      false,
    ]);
    dropped += extra.length;
  });
  return { refused, dropped };
}

const schemaOf = answerSchemas(readFileSync(DOCUMENT, "utf8"));

/** Fields in the answers of all routes that the document does not name; `plant` changes answers. */
async function extraInAnswers(plant: (body: object) => object) {
  const extra: string[] = [];
  let answers = 0;
  await forEach(routes, async (route) => {
    const schema = schemaOf(route.method, route.url);
    const { body, status } = await route.ask();
    if (schema === undefined || status !== 200 || typeof body !== "object" || !body) return;
    answers += 1;
    extra.push(...extraFields(plant(body), schema).map((field) => `${route.name} ${field}`));
  });
  return { answers, extra };
}

row(25, "privileged fields and extra answers", async ({ figure, control }) => {
  expect(privileged([]).length).toBeGreaterThanOrEqual(30);
  const { refused, dropped } = await assign();
  expect(Math.min(refused, dropped)).toBeGreaterThan(100);
  figure(`stored of ${refused + dropped} privileged fields`, await keptTexts(), { exactly: 0 });
  const real = await extraInAnswers((body) => body);
  expect(real.answers).toBeGreaterThan(50);
  expect(real.extra).toEqual([]);
  figure(`extra fields in ${real.answers} answers`, real.extra.length, { exactly: 0 });

  const planted = await extraInAnswers((body) => ({ ...body, password_hash: "x" }));
  control("answers with a planted field", planted.extra.length, { exactly: planted.answers });
  const body = { name: "zprivileged", price: 1, stock: 0 };
  expect((await apis.ask("POST", "/api/products.php", { body })).status).toBe(200);
  control("stored by a field that may be stored", await keptTexts(), { atLeast: 1 });
});

test("no body and no query reaches a prototype", () =>
  withoutEffect(async () => {
    let asked = 0;
    const poisons = ["__proto__", "constructor", "prototype"];
    await forEach(writes, async (route) => {
      const right = toJson(route.body());
      const texts = [
        right.replace("{", '{"__proto__":{"polluted":1},'),
        right.replace("{", '{"constructor":{"prototype":{"polluted":1}},'),
        right.replace("{", '{"a":{"b":[{"__proto__":{"polluted":1}}]},'),
        right.replace("{", '{"\\u005f_proto__":{"polluted":1},'),
      ].map((text) => text.replace(",}", "}"));
      for (const text of texts) {
        expectRefused(await route.ask({ text }), `${route.name} ${text.slice(0, 40)}`, [400]);
        asked += 1;
      }
    });
    await forEach(routes, async (route) => {
      for (const name of [...poisons, "__proto__[polluted]", "constructor[prototype][polluted]"]) {
        expectRefused(await route.ask({ query: { [name]: "1" } }), `${route.name} ?${name}`, [400]);
        asked += 1;
      }
    });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    tell(`${asked} poisoned requests, 0 accepted, nothing polluted`);
  }));

test("no parameter may be repeated or be an object", () =>
  withoutEffect(async () => {
    let asked = 0;
    await forEach(routes, async (route) => {
      const names = ["id", "page", ...route.parameters.map(([name]) => name)];
      for (const query of new Set(
        names.flatMap((name) => [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[$ne]=1`]),
      )) {
        expectRefused(await route.askAt(query), `${route.name}?${query}`, [400]);
        asked += 1;
      }
    });
    tell(`${asked} ambiguous queries refused`);
  }));

test("API-05: no route of /api/v1 accepts a parameter that it does not have", () =>
  withoutEffect(async () => {
    const versioned = routes.filter(({ url }) => url.startsWith("/api/v1/"));
    expect(versioned.length).toBeGreaterThan(50);
    await forEach(versioned, async (route) => {
      expectRefused(await route.ask({ query: { lmit: "1" } }), `${route.name} ?lmit`, [400]);
    });
    tell(`${versioned.length} routes refuse an unknown parameter`);
  }));

/** "/notifications/:id" also answers "/notifications/read". */
const answers = (api: string, method: string, url: string): boolean =>
  apis.routes.some((route) => {
    const [own, verb, pattern = ""] = route.split(" ");
    const matcher = new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);
    return own === api && verb === method && matcher.test(url);
  });

test("no route accepts a method it does not have, nor one named in a header", () =>
  withoutEffect(async () => {
    let asked = 0;
    await forEach(routes, async (route) => {
      const url = route.url.replace(/:\w+/g, "x");
      for (const method of ["TRACE", "PATCH", "OPTIONS", "PUT", "DELETE", "POST"] as const) {
        if (answers(route.api, method, url)) continue;
        const headers = { "x-http-method-override": route.method, "x-http-method": route.method };
        const answer = await apis.apps[route.api].inject({ method, url, headers });
        expect([route.name, method, answer.statusCode]).toEqual([route.name, method, 405]);
        asked += 1;
      }
    });
    tell(`${asked} unlisted methods refused with 405`);
  }));

test("HEAD on a GET with an effect has no effect", () =>
  withoutEffect(async () => {
    const doing = routes.filter(
      ({ api, method, url }) => api === "command" && method === "GET" && !url.startsWith("/health"),
    );
    for (const { name, url } of doing) {
      const headers = { authorization: `Bearer ${apis.tokenOf("owner")}` };
      const asked = { method: "HEAD", url: `${url}?email=head@shops.example`, headers } as const;
      const { statusCode } = await apis.apps.command.inject(asked);
      expect([name, [404, 405].includes(statusCode)]).toEqual([name, true]);
    }
    tell(`${doing.length} GET routes with an effect, 0 caused by HEAD`);
  }));
