import { afterAll, expect } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { expectRefused } from "#tests/integration/bad-input/expect-refused.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { row } from "#tests/scorecard/row.ts";

import { anyone, type Cells, type Identity, IDENTITIES } from "./cell.ts";
import { CELLS } from "./cells.ts";
import { createPeople, SUPPORT_ROUTE } from "./people.ts";

const apis = await openApis();
const tokenOf = await createPeople(apis);
afterAll(() => apis.close());
const hasSupport = apis.routes.includes(SUPPORT_ROUTE);

type Outcome = "ok" | number;
type Cases = ReturnType<typeof casesOf>;

function outcomesOf(cells: Cells, route: string, cases: Cases): (readonly [Identity, Outcome])[] {
  const outcomeTo = (identity: Identity): Outcome => {
    const outcome = cells[route]?.[identity] ?? Number.NaN;
    if (outcome === "reads") return cases.method === "GET" ? "ok" : 403;
    if (outcome === "own") return cases.row.foreign === undefined ? "ok" : 404;
    return outcome;
  };
  return IDENTITIES.map((identity) => [identity, outcomeTo(identity)] as const).filter(
    ([identity]) => identity !== "support" || hasSupport,
  );
}

async function ask({ api, method, url, row: one }: Cases, token: string | undefined, ids: Ids) {
  const body = one.body?.(ids);
  return apis.askOf[api](method, toUrl(url, one, ids), {
    as: "anonymous",
    ...(body === undefined ? {} : { text: toJson(body) }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

const isUsedUp = ({ method, row: one }: Cases): boolean =>
  method !== "GET" && (one.path ?? one.query ?? one.foreign) !== undefined;

/** Asks one route as one identity, and throws if the answer or its effect is another one. */
async function expectOutcome(
  route: string,
  [identity, outcome]: readonly [Identity, Outcome],
  shared: Ids,
): Promise<void> {
  const cases = casesOf(route);
  const token = await tokenOf(identity);
  if (outcome === "ok") {
    // The next identity needs things that this one may archive.
    const ids = isUsedUp(cases) ? await furnish(apis, "owner") : shared;
    const { status, text } = await ask(cases, token, ids);
    expect([status, text]).toEqual([cases.row.answers ?? 200, expect.anything()]);
    return;
  }
  const before = await written(apis);
  expectRefused(await ask(cases, token, shared), `${route} to ${identity}`, [outcome]);
  expect(await written(apis)).toEqual(before);
}

/** Asks every route as every identity. Returns what differs from the cells. */
async function wrongAnswers(cells: Cells): Promise<{ asked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let asked = 0;
  for (const route of apis.routes.filter((name) => name in cells)) {
    const shared = await furnish(apis, "owner");
    for (const expected of outcomesOf(cells, route, casesOf(route))) {
      asked += 1;
      await expectOutcome(route, expected, shared).catch((error: unknown) => {
        wrong.push(`${route} to ${expected[0]}: ${String(error)}`);
      });
    }
  }
  return { asked, wrong };
}

const MINUTES_MS = 300_000;

row(
  2,
  "every route answers each identity as the table of rights says, and changes nothing otherwise",
  async ({ figure, control }) => {
    const cells = Object.keys(CELLS);
    expect(cells.toSorted()).toEqual(apis.routes.toSorted());
    figure("routes without a cell", apis.routes.filter((name) => !(name in CELLS)).length, {
      exactly: 0,
    });
    const { asked, wrong } = await wrongAnswers(CELLS);
    expect(wrong).toEqual([]);
    figure("answers", asked, { atLeast: cells.length * (IDENTITIES.length - 1) });
    figure("wrong answers", wrong.length, { exactly: 0 });

    const open = "query GET /api/products.php";
    const planted = { [open]: anyone() };
    control(
      "answers found that one wrong cell allows",
      (await wrongAnswers(planted)).wrong.length,
      {
        atLeast: 1,
      },
    );
  },
  MINUTES_MS,
);
