import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { expectRefused } from "#tests/integration/bad-input/expect-refused.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import type { Answer } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { type Identity, IDENTITIES } from "./cell.ts";
import { CELLS } from "./cells.ts";
import { createPeople, SUPPORT_ROUTE } from "./people.ts";

// The routes come from the routers, so open these before the tests are declared.
const apis = await openApis();
const tokenOf = await createPeople(apis);
afterAll(() => apis.close());
const hasSupport = apis.routes.includes(SUPPORT_ROUTE);

test("every route of both APIs has a cell, and every cell a route", () => {
  const cells = Object.keys(CELLS);
  process.stdout.write(
    `${cells.length} of ${apis.routes.length} routes declared, ${IDENTITIES.length} identities each\n`,
  );
  expect(cells.toSorted()).toEqual(apis.routes.toSorted());
});

const declared = apis.routes.filter((route) => route in CELLS);

describe.each(declared)("isolation of %s", (route) => {
  const { api, method, url, row } = casesOf(route);
  let shared: Ids;
  beforeAll(async () => {
    shared = await furnish(apis, "owner");
  });

  const isUsedUp = method !== "GET" && (row.path ?? row.query ?? row.foreign) !== undefined;

  const ask = (token: string | undefined, ids: Ids): Promise<Answer> => {
    const body = row.body?.(ids);
    return apis.askOf[api](method, toUrl(url, row, ids), {
      as: "anonymous",
      ...(body === undefined ? {} : { text: toJson(body) }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  };

  const outcomeTo = (identity: Identity): "ok" | number => {
    const outcome = CELLS[route]?.[identity] ?? Number.NaN;
    if (outcome === "reads") return method === "GET" ? "ok" : 403;
    if (outcome === "own") return row.foreign === undefined ? "ok" : 404;
    return outcome;
  };
  const outcomes = IDENTITIES.map((identity) => [identity, outcomeTo(identity)] as const).filter(
    ([identity]) => identity !== "support" || hasSupport,
  );
  const welcome = outcomes.flatMap(([identity, outcome]) => (outcome === "ok" ? [identity] : []));
  const refused = outcomes.filter(([, outcome]) => outcome !== "ok");

  test.for(welcome)("answers %s", async (identity) => {
    // The next identity needs things that this one may archive.
    const ids = isUsedUp ? await furnish(apis, "owner") : shared;
    const answer = await ask(await tokenOf(identity), ids);
    expect([answer.status, answer.text]).toEqual([row.answers ?? 200, expect.anything()]);
  });

  test.for(refused)("refuses %s with %i and changes nothing", async ([identity, status]) => {
    const token = await tokenOf(identity);
    const before = await written(apis);
    expectRefused(await ask(token, shared), `${route} to ${identity}`, [Number(status)]);
    expect(await written(apis)).toEqual(before);
  });
});
