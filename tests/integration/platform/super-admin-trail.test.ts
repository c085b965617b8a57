import type pg from "pg";
import { afterAll, beforeEach, describe, expect } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";
import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openTenancy, type TenantOwner } from "#tests/integration/tenancy/tenancy.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { row } from "#tests/scorecard/row.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let shop: TenantOwner;
beforeEach(async () => {
  shop = await suite.registerTenant();
});

type Act = "command" | "look" | "list";
type Done = Readonly<{ act: Act; tenantId: string; requestId: string; status: number }>;

/** A random act of a super admin; each changes or shows something. */
async function act(
  admin: string,
  looking: string,
  [one, other]: readonly [TenantOwner, TenantOwner],
  random: Random,
): Promise<Done> {
  const done = (kind: Act, tenantId: string, { status, headers }: Answer): Done => ({
    act: kind,
    tenantId,
    requestId: String(headers["x-request-id"]),
    status,
  });
  const change = async (body: object) =>
    done(
      "command",
      one.tenantId,
      await suite.call("PUT", `/api/super-admin.php/${one.tenantId}`, { token: admin, body }),
    );
  switch (Math.floor(random() * 6)) {
    case 0:
      return change({ name: `Shop ${random()}` });
    case 1:
      return change({ email: `${random()}@shops.example`, address: `${random()} Street` });
    case 2: {
      const body = { tenant_id: one.tenantId, reason: `Because ${random()}` };
      return done(
        "command",
        one.tenantId,
        await suite.call("POST", "/api/v1/platform/support-sessions", { token: admin, body }),
      );
    }
    case 3: {
      const body = { name: "New", email: `${random()}@shops.example` };
      const answer = await suite.call("POST", "/api/super-admin.php/tenant", {
        token: admin,
        body,
      });
      return done("command", idOf(answer), answer);
    }
    case 4:
      return done(
        "list",
        other.tenantId,
        await suite.call("GET", "/api/super-admin.php/tenants", { token: admin }),
      );
    default: {
      const url =
        ["/api/products.php", "/api/sales.php", "/api/dashboard.php"][Math.floor(random() * 3)] ??
        "";
      return done("look", other.tenantId, await suite.call("GET", url, { token: looking }));
    }
  }
}

const IN_LOGS = `
  select e.tenant_id, s.ip_prefix is not null and e.actor_id = s.user_id as is_known
    from es.events e
    left join auth.sessions s on s.tenant_id = $2 and s.sid::text = e.meta->>'sid'
   where e.meta->>'requestId' = $1`;
const IN_ACCESS_LOG = `
  select tenant_id, actor_id is not null and ip_prefix is not null and result <> '' as is_known
    from audit.access_log where request_id = $1`;
type Found = { tenant_id: string | null; is_known: boolean };

async function isFound({ act: kind, tenantId, requestId }: Done): Promise<boolean> {
  const rows =
    kind === "command"
      ? await suite.query<Found>(IN_LOGS, [requestId, PLATFORM_TENANT_ID])
      : await suite.query<Found>(IN_ACCESS_LOG, [requestId]);
  const logs = new Set(rows.map((one) => one.tenant_id));
  const expected = { command: [tenantId, PLATFORM_TENANT_ID], look: [tenantId], list: [] }[kind];
  return (
    rows.length > 0 && rows.every((one) => one.is_known) && expected.every((log) => logs.has(log))
  );
}

const CHANGES = [
  "update audit.access_log set result = 'ok'",
  "delete from audit.access_log",
  "truncate audit.access_log",
  "update es.events set actor_id = tenant_id",
  "delete from es.events",
];

/** How many of the changes a role may make; none of them is kept. */
async function madeBy(pool: pg.Pool): Promise<number> {
  let made = 0;
  const client = await pool.connect();
  for (const sql of CHANGES) {
    await client.query("begin");
    await client.query(sql).then(
      () => (made += 1),
      (error: unknown) => expect(String(error)).toMatch(/permission denied/),
    );
    await client.query("rollback");
  }
  client.release();
  return made;
}

const ACTS = 500;

describe("what a super admin does", () => {
  row(
    33,
    "ADMIN-26: can be found later: who, what, which shop, from where",
    async ({ seed, figure, control }) => {
      const random = createRandom(seed);
      const admin = await suite.adminToken();
      const other = await suite.registerTenant();
      const looking = await suite.support(admin, other.tenantId);
      const acts: Done[] = [];
      for (let count = 0; count < ACTS; count++) {
        acts.push(await act(admin, looking, [shop, other], random));
      }
      expect(acts.filter(({ status }) => status !== 200)).toEqual([]);
      const found = await Promise.all(acts.map(isFound));
      expect(acts.filter((_, index) => found[index] !== true)).toEqual([]);
      figure(`of ${ACTS} acts recorded`, found.filter(Boolean).length, { exactly: ACTS });

      // The database's owner alone can erase a part of the record.
      await suite.query("delete from audit.access_log where tenant_id = $1", [other.tenantId]);
      const left = await Promise.all(acts.map(isFound));
      control("acts missed in an erased record", left.filter((one) => !one).length, {
        atLeast: 50,
      });
    },
  );

  row(33, "cannot be changed by the roles of the services", async ({ figure, control }) => {
    const roles = LOGIN_ROLES.filter((role) => role !== "migrator");
    let made = 0;
    for (const role of roles) {
      const pool = poolAs(role, suite.adminUrl, 1);
      made += await madeBy(pool);
      await pool.end();
    }
    figure(`of ${roles.length * CHANGES.length} changes of the record made`, made, { exactly: 0 });
    control("made by the database's owner", await madeBy(suite.admin), { atLeast: 3 });
  });
});
