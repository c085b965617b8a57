import { createHash } from "node:crypto";

import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { expectRefused } from "#tests/integration/bad-input/expect-refused.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { row } from "#tests/scorecard/row.ts";

import { forEach, type RouteAtWork, routesAtWork, takesBody } from "./routes-at-work.ts";

const apis = await openApis();
afterAll(() => apis.close());
const routes = (await routesAtWork(apis)).filter((route) => route.row.isLast !== true);
const reads = routes.filter(({ api, method }) => api === "query" && method === "GET");
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

const INJECTIONS = [
  "' or '1'='1",
  "' or true --",
  "'; drop table es.events; --",
  '"; delete from rm.rm_sales; --',
  "\\'; select pg_sleep(9) --",
  "1; update rm.rm_products set price_minor = 0",
  "') union select email, password_hash from auth.users --",
  "'||(select string_agg(email, ',') from auth.users)||'",
  "x' and 1 = (select 1 from pg_sleep(9)) --",
  "$1",
  "$tag$",
  "%",
  "_%_%",
  "E'\\x27'",
  "1/0",
  "name desc; select 1",
  "current_setting('app.tenant')",
  '{"$gt":""}',
];

/** Other texts for each field, so that each text is used again and again. */
function someOf(count: number, field: string): string[] {
  const start = createHash("sha256").update(field).digest().readUInt16BE();
  return Array.from(
    { length: count },
    (_, index) => INJECTIONS[(start + index) % INJECTIONS.length] ?? "",
  );
}

const IS_TEXT = /^(?:text|changedText|optionalText)$/;
const TOO_SLOW_MS = 5000;

/** The schema of the whole database, which a successful injection could change. */
const shape = async (): Promise<unknown> =>
  apis.query(
    `select (select count(*) from pg_class) as relations, (select count(*) from pg_roles) as roles,
            (select sum(price_minor) from rm.rm_products where tenant_id = '${apis.foreignTenantId}') as prices,
            (select md5(string_agg(u::text, ',' order by u.user_id)) from auth.users u
               join auth.memberships m using (user_id) where m.tenant_id = '${apis.foreignTenantId}') as people`,
  );

/** Answers of 5xx. */
const failed: string[] = [];

async function quickly(route: RouteAtWork, work: () => ReturnType<RouteAtWork["ask"]>) {
  const startedAt = performance.now();
  const answer = await work();
  if (answer.status >= 500) failed.push(`${route.name}: ${answer.text}`);
  expect([route.name, performance.now() - startedAt < TOO_SLOW_MS]).toEqual([route.name, true]);
  return answer;
}

const LONG_MS = 180_000;

/** The texts of all statements while the work runs: a sent text may only be among their values. */
async function statementsOf(work: () => Promise<void>): Promise<readonly string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const calls: readonly (readonly unknown[])[] = spy.mock.calls;
    const texts = calls.map(([asked]) => Statement.safeParse(asked).data?.text ?? asked);
    return [...new Set(texts.filter((text) => typeof text === "string"))];
  } finally {
    spy.mockRestore();
  }
}
const Statement = z.object({ text: z.string() });

const injectedInto = (statements: readonly string[]): string[] =>
  statements.filter((text) => INJECTIONS.some((one) => one.length > 8 && text.includes(one)));

/** Sends the corpus to every field and every parameter, then reads every list and report. */
async function inject() {
  const sent = { fields: 0, parameters: 0, again: 0 };
  const took: string[] = [];
  await forEach(routes.filter(takesBody), async (route) => {
    // A password is hashed, whatever it says, and hashing is slow.
    for (const [path, kind] of route.fields.filter((field) => !/password/i.test(field[1]))) {
      for (const text of someOf(3, `${route.name} ${path}`)) {
        const answer = await quickly(route, () => route.askWith(path, text));
        sent.fields += 1;
        if (answer.status === 200 && IS_TEXT.test(kind)) took.push(path);
      }
    }
  });
  await forEach(reads, async (route) => {
    for (const [name] of route.parameters) {
      const none = await quickly(route, () => route.ask({ query: { [name]: "zznothing" } }));
      for (const text of someOf(6, `${route.name} ${name}`)) {
        const { status } = await quickly(route, () => route.ask({ query: { [name]: text } }));
        sent.parameters += 1;
        expect([route.name, name, text, status]).toEqual([route.name, name, text, none.status]);
      }
    }
  });
  // Second order: stored texts go through every list, report and export.
  await forEach(reads, async (route) => {
    const { status } = await quickly(route, () => route.ask());
    sent.again += 1;
    expect([route.name, status]).toEqual([route.name, route.row.answers ?? 200]);
  });
  return { ...sent, took };
}

row(
  28,
  "no text becomes part of a query, neither on input nor when it is read back",
  async ({ figure, control }) => {
    const before = await shape();
    let sent = { fields: 0, parameters: 0, again: 0, took: [""] };
    const statements = await statementsOf(async () => {
      sent = await inject();
    });
    expect(await shape()).toEqual(before);
    expect(await apis.query("select * from rm.projection_parked")).toEqual([]);
    expect(sent.took.length).toBeGreaterThan(50);
    expect(statements.length).toBeGreaterThan(50);
    tell(
      `${sent.fields} injections in fields (${sent.took.length} stored as text), ${sent.parameters} in parameters, ${sent.again} reads over them`,
    );
    const tried = sent.fields + sent.parameters + sent.again;
    const injected = injectedInto(statements);
    expect(injected).toEqual([]);
    expect(failed).toEqual([]);
    figure("answers of 5xx", failed.length, { exactly: 0 });
    figure(`texts of ${tried} requests in ${statements.length} statements`, injected.length, {
      exactly: 0,
    });

    const built = await statementsOf(async () => {
      for (const text of INJECTIONS) {
        await apis.query(`select 1 where '${text}' = ''`).catch(() => []);
      }
    });
    control("texts in statements built from strings", injectedInto(built).length, { atLeast: 10 });
  },
  LONG_MS,
);

const STRANGE = {
  "4 bytes": "Milo 😀👩‍👩‍👧‍👦",
  "right to left": "\u05d0\u05d1\u05d2 \u202eabc\u202c \u061c",
  combining: "e\u0301 Z\u0351\u036b\u0343",
  homoglyphs: "\u041c\u0456l\u043e",
  "both forms of é": "\u00e9 e\u0301",
  "no width": "a\u200bb\u2060c\ufeffd",
  "a cedi": "GH₵ 1",
  "the last character": "\u{10ffff}",
};
const Names = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const REFUSED = {
  "a NUL": "a\u0000b",
  "half a pair": "a\ud800b",
  "the other half": "a\udc00b",
  DEL: "a\u007fb",
};

test("every text is stored and returned as it was sent, or refused", async () => {
  let kept = 0;
  for (const [what, text] of Object.entries(STRANGE)) {
    const product = { name: text, description: text, price: 1, stock: 1 };
    const added = await apis.ask("POST", "/api/products.php", { body: product });
    const person = { first_name: text, last_name: text, address: text };
    const customer = await apis.ask("POST", "/api/customers.php", { body: person });
    expect([what, added.status, customer.status]).toEqual([what, 200, 200]);
    const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(added.body).data;
    const products = Names.parse((await apis.askOf.query("GET", "/api/products.php")).body).data;
    expect(products.find((item) => item.id === id)).toMatchObject({
      name: text,
      description: text,
    });
    const people = (await apis.askOf.query("GET", "/api/customers.php")).body;
    expect(people).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining(person)]),
    });
    kept += 5;
  }
  const before = await written(apis);
  let refused = 0;
  await forEach(routes.filter(takesBody), async (route) => {
    for (const [path] of route.fields.filter(([, kind]) => IS_TEXT.test(kind))) {
      for (const [what, text] of Object.entries(REFUSED)) {
        expectRefused(await route.askWith(path, text), `${route.name} ${path} ${what}`, [400]);
        refused += 1;
      }
    }
  });
  expect(await written(apis)).toEqual(before);
  tell(`${kept} strange texts returned as sent, ${refused} unstorable ones refused, 0 5xx`);
});

test("an email that only looks like another one is another email", async () => {
  const account = (email: string) => ({
    business_name: "Homoglyph",
    first_name: "A",
    last_name: "B",
    email,
    password: "correct horse",
  });
  const body = account("kofi@homoglyph.example");
  expect((await apis.ask("POST", "/auth/register.php", { as: "anonymous", body })).status).toBe(
    200,
  );
  const twin = { email: "k\u043efi@homoglyph.example", password: body.password };
  const answer = await apis.ask("POST", "/auth/login.php", { as: "anonymous", body: twin });
  expect(answer.status).toBe(401);
});

test("API-03: every refusal has the same form and reveals no internals", async () => {
  const statuses = new Map<number, number>();
  const refuse = async (what: string, work: ReturnType<RouteAtWork["ask"]>) => {
    const answer = await work;
    if (answer.status < 400) return;
    expectRefused(answer, what, [answer.status]);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  };
  await forEach(routes, async (route) => {
    const { name, url, api, method, asker } = route;
    const elsewhere = `${url.replace(/:\w+/g, "x")}/zz/nowhere`;
    await refuse(name, route.ask({ as: "anonymous" }));
    await refuse(name, route.ask({ as: "expired" }));
    await refuse(name, route.ask({ as: "super_admin" }));
    await refuse(name, route.ask({ as: "auditor" }));
    await refuse(name, route.ask({ query: { tenant_id: apis.foreignTenantId } }));
    await refuse(name, route.ask({ query: { "a[b]": "1" } }));
    await refuse(name, apis.askOf[api](method, elsewhere, { as: asker }));
    await refuse(name, apis.askOf[api](method, `${url.replace(/:\w+/g, "x")}%zz`, { as: asker }));
    if (method === "GET") return;
    await refuse(name, route.ask({ text: "{" }));
    await refuse(name, route.ask({ text: '{"a":"' + "x".repeat(70_000) + '"}' }));
    await refuse(name, route.ask({ text: "<a/>", headers: { "content-type": "application/xml" } }));
    await refuse(name, route.ask({ headers: { "idempotency-key": "no key" } }));
    await refuse(name, route.ask({ headers: { "if-match": "no version" } }));
  });
  const answers = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, n]) => `${status}: ${n}`);
  tell(`refusals in one form, ${answers.join(", ")}; 0 with internals`);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 403, 404, 413, 415]));
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
});
