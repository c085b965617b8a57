import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

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

import { idPlaces, placeOf } from "./id-places.ts";

const SAMPLES = 40;
/** The minimum number of samples to compare times. */
const FEWEST = 10;

const apis = await openApis();
afterAll(() => apis.close());
const foreign = await furnish(apis, "foreign owner");

/** Looked up only among one person's own notifications. */
const OF_ONE_PERSON = new Set(["command DELETE /api/v1/notifications/:id"]);

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

describe.each(routes)("ids of another tenant: $name", ({ places, cases }) => {
  const { api, method, url, row, foreign: named } = cases;
  let ids: Ids;
  beforeAll(async () => {
    ids = await furnish(apis, "owner");
  });

  test("declares for every id what kind of thing it names", () => {
    expect(named.map(([path]) => placeOf(path)).toSorted()).toEqual(
      expect.arrayContaining(places.toSorted()),
    );
  });

  const askFor = (path: string, id: string): Promise<Answer> => {
    const inPath = pathNames(url).includes(path);
    const inQuery = path in (row.query?.(ids) ?? {});
    const body = row.body?.(ids);
    const replaced = { [path]: id };
    const asked = toUrl(url, row, ids, {
      ...(inPath ? { path: replaced } : {}),
      ...(inQuery ? { query: replaced } : {}),
    });
    const sent = inPath || inQuery ? body : withValue(body, path, id);
    return apis.askOf[api](method, asked, sent === undefined ? {} : { text: toJson(sent) });
  };

  test.for(named)("answers another tenant's id in %s like an unknown one", async ([path, kind]) => {
    const before = await written(apis);
    const nobodys = await askFor(path, randomUUID());
    expect([nobodys.status, nobodys.body]).toEqual([404, expect.anything()]);
    const times: Record<"theirs" | "nobodys", number[]> = { theirs: [], nobodys: [] };
    for (let index = 0; index < SAMPLES; index += 1) {
      for (const whose of index % 2 === 0 ? WHOSE : WHOSE.toReversed()) {
        const id = whose === "theirs" ? foreign[kind] : randomUUID();
        const askedAt = performance.now();
        const answer = await askFor(path, id);
        // Routes that send emails are limited to a few requests an hour.
        if (answer.status === 429) break;
        times[whose].push(performance.now() - askedAt);
        expect(statusAndText(answer)).toBe(statusAndText(nobodys));
      }
    }
    expect(await written(apis)).toEqual(before);
    const auc = times.theirs.length < FEWEST ? 0.5 : separation(times.theirs, times.nobodys);
    process.stdout.write(`${method} ${url} ${path}: same body, timing AUC ${auc.toFixed(2)}\n`);
    // An extra read of existing rows would make all samples of one kind slower than the other.
    expect(auc).toBeGreaterThan(0.15);
    expect(auc).toBeLessThan(0.85);
  });
});

const WHOSE = ["theirs", "nobodys"] as const;

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
