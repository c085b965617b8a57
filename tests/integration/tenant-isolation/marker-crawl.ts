import { expect } from "vitest";

import { registry } from "#kernel/node/metrics/registry.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { openRewritingProxy } from "#tests/kit/fakes/rewriting-proxy.ts";
import { personalIn } from "#tests/kit/product/metrics.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { CONDITION, crawl, type Found, readsOf, textsOf, urlsOf } from "./crawl.ts";
import { markersIn, plantMarkers } from "./markers.ts";

type Crawled = Readonly<{ apis: Apis; urls: readonly string[] }>;

const pathsOf = (found: readonly Found[]): ReadonlySet<string | undefined> =>
  new Set(found.map(({ url }) => url.split("?", 1)[0]));

/** The other tenant sees its own markers, so the crawl is meaningful. */
async function expectMarkersOfTheirOwner({ apis, urls }: Crawled): Promise<void> {
  const { found } = await crawl(apis.askOf.query, urls, ["foreign owner"]);
  expect(new Set(found.map(({ marker }) => marker)).size).toBeGreaterThan(8);
  expect(pathsOf(found)).toContain("/api/products.php");
}

async function crawlAsEveryRole({ apis, urls }: Crawled, most: number) {
  let answers = 0;
  const leaks: Found[] = [];
  while (answers < most) {
    const result = await crawl(apis.askOf.query, urls, ROLES);
    answers += result.answers;
    leaks.push(...result.found);
  }
  return { answers, leaks };
}

/** The answers to writes that name the other tenant's things. */
async function answersToForeignWrites(apis: Apis, foreign: Ids): Promise<string[]> {
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
  return answered;
}

async function rowLevelSecurity({ query }: Apis, change: "enable" | "disable"): Promise<void> {
  const rows = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relname like 'rm\\_%' and relkind = 'r'",
  );
  const changes = rows.map(({ name }) => `alter table rm.${name} ${change} row level security;`);
  await query(changes.join(""));
}

/** The owner's crawl without the tenant conditions, without the policies, and without both. */
async function crawlUnprotected({ apis, urls }: Crawled) {
  const proxy = await openRewritingProxy(apis.adminUrl, CONDITION);
  const bare = await apis.openQuery(proxy.url);
  try {
    const both = await crawl(apis.askOf.query, urls, ["owner"]);
    const policiesOnly = await crawl(bare.ask, urls, ["owner"]);
    await rowLevelSecurity(apis, "disable");
    const conditionsOnly = await crawl(apis.askOf.query, urls, ["owner"]);
    const neither = await crawl(bare.ask, urls, ["owner"]);
    expect(proxy.rewritten()).toBeGreaterThan(0);
    expect(policiesOnly.done).toBe(both.done);
    expect(pathsOf(neither.found).size).toBeGreaterThan(3);
    return { policiesOnly, conditionsOnly, neither };
  } finally {
    await rowLevelSecurity(apis, "enable");
    await bare.close();
    await proxy.close();
  }
}

/** The other tenant's markers are in no answer to any identity of this one. */
export async function proveNoForeignMarker(
  { figure, control }: RowTest,
  most: number,
): Promise<void> {
  const apis = await openApis();
  try {
    const own = await furnish(apis, "owner");
    const foreign = await furnish(apis, "foreign owner");
    figure("texts planted", await plantMarkers(apis), { atLeast: 10 });
    const urls = readsOf(apis).flatMap((route) => urlsOf(route, own, foreign));
    const crawled = { apis, urls };
    await expectMarkersOfTheirOwner(crawled);

    const { answers, leaks } = await crawlAsEveryRole(crawled, most);
    expect(leaks).toEqual([]);
    figure("answers searched", answers, { atLeast: most });
    figure("foreign markers", leaks.length, { exactly: 0 });
    const answered = await answersToForeignWrites(apis, foreign);
    expect(answered.length).toBeGreaterThan(20);
    figure("foreign markers in answers to writes", answered.flatMap(markersIn).length, {
      exactly: 0,
    });

    const personal = (text: string) => markersIn(text).length + personalIn(text).length;
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/tillbook_http_requests_total\{.*"\/api\/sales.php"/);
    figure("markers, ids and emails in the metrics", personal(metrics), { exactly: 0 });
    control("the same if routes were URLs", personal(urls.join("\n")), { atLeast: 1 });

    const { policiesOnly, conditionsOnly, neither } = await crawlUnprotected(crawled);
    figure("foreign markers without conditions", policiesOnly.found.length, { exactly: 0 });
    figure("foreign markers without policies", conditionsOnly.found.length, { exactly: 0 });
    control("foreign markers without both", neither.found.length, { atLeast: 1 });
  } finally {
    await apis.close();
  }
}
