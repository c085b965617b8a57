import { afterAll, beforeAll, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { openRewritingProxy } from "#tests/kit/fakes/rewriting-proxy.ts";

import { crawl, type Found, readsOf, textsOf, urlsOf } from "./crawl.ts";
import { markersIn, plantMarkers } from "./markers.ts";

const ANSWERS = 10_000;
/** The tenant condition in the text of a query. */
const WHERE = /(?:\w+\.)?tenant_id = \$1/g;

const apis = await openApis();
afterAll(() => apis.close());

let own: Ids;
let foreign: Ids;
let planted = 0;
let urls: string[] = [];

beforeAll(async () => {
  own = await furnish(apis, "owner");
  foreign = await furnish(apis, "foreign owner");
  planted = await plantMarkers(apis);
  urls = readsOf(apis).flatMap((route) => urlsOf(route, own, foreign));
});

test("the other tenant sees its own markers, so the crawl is meaningful", async () => {
  const { found, done } = await crawl(apis.askOf.query, urls, ["foreign owner"]);
  const seen = new Set(found.map(({ marker }) => marker));
  const where = new Set(found.map(({ url }) => url.split("?", 1)[0]));
  process.stdout.write(
    `${planted} texts written, ${seen.size} markers visible to their owner in ${where.size} paths, ${done} answers 200\n`,
  );
  expect(seen.size).toBeGreaterThan(8);
  expect(where).toContain("/api/products.php");
});

test("no marker of another tenant in 10,000 answers to any identity of this one", async () => {
  let answers = 0;
  const leaks: Found[] = [];
  while (answers < ANSWERS) {
    const result = await crawl(apis.askOf.query, urls, ROLES);
    answers += result.answers;
    leaks.push(...result.found);
  }
  process.stdout.write(`${leaks.length} foreign markers in ${answers} responses\n`);
  expect(leaks).toEqual([]);
});

test("no marker in the answers to writes that name another tenant's things", async () => {
  const answered: string[] = [];
  for (const route of apis.routes.filter((name) => name.startsWith("command"))) {
    const { api, method, url, row } = casesOf(route);
    if (row.foreign === undefined || row.isLast === true) continue;
    const body = row.body?.(foreign);
    for (const as of ROLES) {
      const sent = body === undefined ? {} : { text: toJson(body) };
      answered.push(
        textsOf(await apis.askOf[api](method, toUrl(url, row, foreign), { as, ...sent })),
      );
    }
  }
  expect(answered.length).toBeGreaterThan(20);
  expect(answered.flatMap(markersIn)).toEqual([]);
});

async function rowLevelSecurity(change: "enable" | "disable"): Promise<void> {
  const rows = await apis.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relname like 'rm\\_%' and relkind = 'r'",
  );
  const changes = rows.map(({ name }) => `alter table rm.${name} ${change} row level security;`);
  await apis.query(changes.join(""));
}

test("no marker without the conditions or without the policies, many without both", async () => {
  const proxy = await openRewritingProxy(apis.adminUrl, WHERE);
  const bare = await apis.openQuery(proxy.url);
  try {
    const both = await crawl(apis.askOf.query, urls, ["owner"]);
    const policiesOnly = await crawl(bare.ask, urls, ["owner"]);
    await rowLevelSecurity("disable");
    const conditionsOnly = await crawl(apis.askOf.query, urls, ["owner"]);
    const neither = await crawl(bare.ask, urls, ["owner"]);
    const leaking = new Set(neither.found.map(({ url }) => url.split("?", 1)[0]));
    const counts = [both, policiesOnly, conditionsOnly, neither].map(({ found }) => found.length);
    process.stdout.write(
      `${proxy.rewritten()} conditions removed; markers with both, policies only, conditions only, neither: ${counts.join(", ")}; ${leaking.size} paths leak without both\n`,
    );
    expect(proxy.rewritten()).toBeGreaterThan(0);
    expect(policiesOnly.done).toBe(both.done);
    expect(counts.slice(0, 3)).toEqual([0, 0, 0]);
    expect(leaking.size).toBeGreaterThan(3);
  } finally {
    await rowLevelSecurity("enable");
    await bare.close();
    await proxy.close();
  }
});
