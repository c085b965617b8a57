import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";

// The right request of every route there is, with the token of an auditor: no table of the log or of the accounts
// holds anything else afterwards.

// The routes come from the routers, so they are asked before the tests are told apart.
const apis = await openApis();
afterAll(() => apis.close());

/** Writes that every person may make for themselves. */
const OWN_ACCOUNT = [
  "command POST /api/v1/logout",
  "command PUT /api/v1/account/password",
  "command DELETE /api/v1/sessions",
  "command DELETE /api/v1/sessions/:sid",
  "command POST /api/v1/account/totp",
  "command POST /api/v1/account/totp/confirm",
  "command DELETE /api/v1/account/totp",
  "command POST /api/v1/account/recovery-codes",
  "command POST /api/v1/notifications/read",
  "command DELETE /api/v1/notifications/:id",
  "command DELETE /api/v1/notifications",
  "command PUT /api/v1/settings/profile",
  // Whether an approval in their name was theirs.
  "command POST /api/v1/approvals/:id/answer",
];

/** Routes without a token are open to all; that says nothing about the auditor. */
const isOpen = (route: string): boolean => casesOf(route).row.portal === "open";
const rest = apis.routes.filter((route) => !OWN_ACCOUNT.includes(route) && !isOpen(route));

let tables: readonly string[];
beforeAll(async () => {
  const rows = await apis.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('es', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname !~ '^(relay|reactor)_' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});

/** When a session was last used is not what anybody writes. */
const fingerprint = async (): Promise<unknown> => {
  const sums = tables.map(
    (name) =>
      `select '${name}' as name, count(*)::int as rows,
              sum(hashtextextended((to_jsonb(t) - 'last_used_ms')::text, 0)::numeric)::text as hash from ${name} t`,
  );
  return apis.query(sums.join(" union all "));
};

const asAuditor = async (route: string, ids: Ids, token: string) => {
  const { api, method, url, row } = casesOf(route);
  const body = row.body?.(ids);
  return apis.askOf[api](method, toUrl(url, row, ids), {
    as: "anonymous",
    ...(body === undefined ? {} : { text: toJson(body) }),
    headers: { authorization: `Bearer ${token}` },
  });
};

test("the tables are seen: an owner's sale changes what they hold", async () => {
  expect(tables).toEqual(
    expect.arrayContaining(["es.events", "es.stream_heads", "auth.memberships", "auth.sessions"]),
  );
  const before = await fingerprint();
  await furnish(apis, "owner");
  expect(await fingerprint()).not.toEqual(before);
});

test("the routes of the own account are routes", () => {
  expect(OWN_ACCOUNT.filter((route) => !apis.routes.includes(route))).toEqual([]);
  expect(rest.length).toBeGreaterThan(60);
});

describe("the token of an auditor writes nothing:", () => {
  let ids: Ids;
  let token: string;
  beforeAll(async () => {
    ids = await furnish(apis, "owner");
    token = await apis.openSession("auditor");
  });

  test.for(rest)("%s", async (route) => {
    const before = await fingerprint();
    const { status } = await asAuditor(route, ids, token);
    expect(await fingerprint()).toEqual(before);
    expect(status).toBeGreaterThanOrEqual(route.includes(" GET ") ? 200 : 400);
  });
});
