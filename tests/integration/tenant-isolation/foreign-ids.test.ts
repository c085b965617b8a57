import { randomUUID } from "node:crypto";

import { afterAll, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { pathNames, toUrl } from "#tests/integration/bad-input/to-url.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";
import { type Answer, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { separation } from "#tests/kit/checks/separation.ts";
import { recordedRoutes } from "#tests/kit/http/route-recorder.ts";
import { row } from "#tests/scorecard/row.ts";

import { idPlaces, placeOf } from "./id-places.ts";

const SAMPLES = 40;
const MINUTES_MS = 300_000;
/** The minimum number of samples to compare times. */
const FEWEST = 10;

const apis = await openApis();
afterAll(() => apis.close());
const foreign = await furnish(apis, "foreign owner");

/**
 * Looked up only among one person's own notifications and approvals. A product is looked up only for
 * an approver; tests of approvals try those of another tenant.
 */
const OF_ONE_PERSON = new Set([
  "command DELETE /api/v1/notifications/:id",
  "command POST /api/v1/approvals",
  "command POST /api/v1/approvals/:id",
  "command POST /api/v1/approvals/:id/answer",
  "query GET /api/v1/approvals/:id",
]);

const routes = (["command", "query"] as const)
  .flatMap((api) =>
    recordedRoutes(apis.apps[api]).map((route) => ({
      name: `${api} ${route.method} ${route.url}`,
      places: idPlaces(route),
    })),
  )
  .filter(({ name, places }) => apis.routes.includes(name) && places.length > 0)
  .filter(({ name }) => !OF_ONE_PERSON.has(name))
  .map((route) => ({ ...route, cases: casesOf(route.name) }))
  // Platform routes name tenants themselves.
  .filter(({ cases }) => cases.row.portal === "tenant" || cases.row.portal === "any");

type Route = (typeof routes)[number];

function askerOf({ cases }: Route, ids: Ids) {
  const { api, method, url, row: one } = cases;
  return (path: string, id: string): Promise<Answer> => {
    const inPath = pathNames(url).includes(path);
    const inQuery = path in (one.query?.(ids) ?? {});
    const body = one.body?.(ids);
    const replaced = { [path]: id };
    const asked = toUrl(url, one, ids, {
      ...(inPath ? { path: replaced } : {}),
      ...(inQuery ? { query: replaced } : {}),
    });
    const sent = inPath || inQuery ? body : withValue(body, path, id);
    return apis.askOf[api](method, asked, sent === undefined ? {} : { text: toJson(sent) });
  };
}

/** Samples of both kinds, in turn. Counts the answers to another tenant's id that differ. */
async function compare(ask: (id: string) => Promise<Answer>, theirId: string) {
  const unknown = await ask(randomUUID());
  expect([unknown.status, unknown.body]).toEqual([404, expect.anything()]);
  const times: Record<"theirs" | "unknown", number[]> = { theirs: [], unknown: [] };
  let [asked, different] = [0, 0];
  for (let index = 0; index < SAMPLES; index += 1) {
    for (const whose of index % 2 === 0 ? WHOSE : WHOSE.toReversed()) {
      const askedAt = performance.now();
      const answer = await ask(whose === "theirs" ? theirId : randomUUID());
      // Routes that send emails are limited to a few requests an hour.
      if (answer.status === 429) break;
      times[whose].push(performance.now() - askedAt);
      asked += 1;
      if (statusAndText(answer) !== statusAndText(unknown)) different += 1;
    }
  }
  const auc = times.theirs.length < FEWEST ? 0.5 : separation(times.theirs, times.unknown);
  return { asked, different, auc };
}

const WHOSE = ["theirs", "unknown"] as const;

row(
  2,
  "another tenant's id is answered like an unknown one, in every place of an id",
  async ({ figure, control }) => {
    let [asked, places, different, slower] = [0, 0, 0, 0];
    for (const route of routes) {
      const { name, cases } = route;
      const ids = await furnish(apis, "owner");
      const ask = askerOf(route, ids);
      expect(cases.foreign.map(([path]) => placeOf(path)).toSorted(), name).toEqual(
        expect.arrayContaining(route.places.toSorted()),
      );
      for (const [path, kind] of cases.foreign) {
        const before = await written(apis);
        const found = await compare((id) => ask(path, id), foreign[kind]);
        expect(await written(apis), name).toEqual(before);
        places += 1;
        asked += found.asked;
        different += found.different;
        // An extra read of existing rows would make all samples of one kind slower than the other.
        if (Math.abs(found.auc - 0.5) > 0.35) slower += 1;
      }
    }
    figure("places of ids", places, { atLeast: routes.length });
    figure("answers", asked, { atLeast: places });
    figure("answers to another tenant's id that differ", different, { exactly: 0 });
    figure("places where another tenant's id takes other time", slower, { exactly: 0 });

    const own = await furnish(apis, "owner");
    const deleting = routes.find(({ name }) => name === "command DELETE /api/products.php");
    if (!deleting) throw new Error("no such route");
    const answer = await askerOf(deleting, own)("id", own.product);
    control("answers to an own id that differ", Number(answer.status !== 404), { exactly: 1 });
  },
  MINUTES_MS,
);

test("the search for ids finds them in path, query, body and lists", () => {
  const found = routes.flatMap(({ name, places }) => places.map((place) => `${name}: ${place}`));
  process.stdout.write(`${found.length} places of ids in ${routes.length} routes\n`);
  expect(found).toEqual(
    expect.arrayContaining([
      "command DELETE /api/products.php: id",
      "command PUT /api/customers.php: id",
      "command POST /api/sales.php: customer_id",
      "command POST /api/sales.php: items.product_id",
    ]),
  );
});
