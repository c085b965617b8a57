import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { StreamId, TenantId } from "#kernel/contract/ids.ts";
import { adding, newStream, selling } from "#tests/kit/append-commands.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/log-database.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/test-roles.ts";

import { type AuditRun, runAudit } from "./audit-run.ts";

// Two shops whose streams have the same ids and whose events have the same numbers.
const [OWN, OTHER] = ["a", "b"].map((end) =>
  TenantId.parse(`00000000-0000-7000-8000-0000000000${end}1`),
);
const PRODUCT = StreamId.parse("018f0a00-0000-7000-8000-000000000001");
const SALES = 6;
const EVENTS = 1 + SALES;

let database: LogDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openLogDatabase();
  env = {
    DATABASE_URL: connectionAs("auditor_ro", database.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
  };
  for (const tenantId of [OWN, OTHER]) {
    if (tenantId === undefined) throw new Error("no tenant");
    await database.append([adding(tenantId, PRODUCT, 1000, { newTenant: true })]);
    for (let n = 0; n < SALES; n++) {
      await database.append([selling(tenantId, [[PRODUCT, 1]], { sale: newStream() })]);
    }
  }
  // As an attacker with the keys of the database may: nobody else can touch the tables.
  for (const table of ["events", "tenant_heads", "stream_heads"]) {
    await database.query(`create table public.kept_${table} as select * from es.${table}`);
  }
});
afterAll(() => database.close());

afterEach(async () => {
  for (const table of ["events", "tenant_heads", "stream_heads"]) {
    await database.query(`delete from es.${table}`);
    await database.query(`insert into es.${table} select * from public.kept_${table}`);
  }
});

const verify = (...more: readonly string[]): Promise<AuditRun> =>
  runAudit(["verify", ...more], env);

const damage = (sql: string, ...values: readonly unknown[]) =>
  database.query(sql, [OWN, ...values]);

/** What the audit says of the damaged shop: the lines in front of the summary, without the shop's id. */
async function named(): Promise<string[]> {
  const { code, out } = await verify();
  const lines = out.trim().split("\n");
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(
    /^The log does NOT hold: \d+ deviations in \d+ events of 3 tenants\.$/,
  );
  return lines.slice(0, -1).map((line) => {
    expect(line.startsWith(`${OWN}  `)).toBe(true);
    return line.slice(`${OWN}  `.length);
  });
}

test("a log that nobody touched holds", async () => {
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe(`The log holds: ${2 * EVENTS} events of 3 tenants.\n`);
});

describe("one flipped byte", () => {
  const flipped = (column: string, from: string, to: string) =>
    damage(
      `update es.events set ${column} = replace(${column}::text, $2, $3)::json
        where tenant_id = $1 and seq = 4`,
      from,
      to,
    );

  test.for([
    ["of what was sold", "data", '"quantity":1', '"quantity":2'],
    ["of how it was written down", "data", '"quantity":1', '"quantity": 1'],
    ["of where it came from", "meta", "web", "wec"],
    ["of the stock after it", "effects", "-1", "-2"],
  ] as const)("%s is named with its shop and number", async ([, column, from, to]) => {
    await flipped(column, from, to);
    expect(await named()).toEqual(["seq 4  leaf  the event is not what was recorded"]);
  });

  test.for([
    ["actor_id", "'018f0e00-0000-7000-8000-000000000002'"],
    ["recorded_ms", "recorded_ms + 1"],
    ["occurred_ms", "occurred_ms - 1"],
    ["type", "'SaleVoided'"],
    ["schema_v", "2"],
    ["command_id", "gen_random_uuid()"],
    ["command_ix", "1"],
    ["stream_type", "'product'"],
    ["leaf", "set_byte(leaf, 7, get_byte(leaf, 7) # 1)"],
  ] as const)("of %s is named with its shop and number", async ([column, value]) => {
    await damage(`update es.events set ${column} = ${value} where tenant_id = $1 and seq = 5`);
    expect((await named())[0]).toBe("seq 5  leaf  the event is not what was recorded");
  });

  test("of the chain is named", async () => {
    await damage(
      "update es.events set chain = set_byte(chain, 0, get_byte(chain, 0) # 1) where tenant_id = $1 and seq = 3",
    );
    expect((await named())[0]).toBe("seq 3  chain  does not continue the event before it");
  });
});

describe("an event that was taken away", () => {
  test.for([1, 4])("is told by the number behind it: %i", async (seq) => {
    await damage("delete from es.events where tenant_id = $1 and seq = $2", seq);
    expect((await named())[0]).toBe(`seq ${seq + 1}  gap  follows ${seq - 1}`);
  });

  test("at the end is told by the head", async () => {
    await damage("delete from es.events where tenant_id = $1 and seq = $2", EVENTS);
    expect(await named()).toContain(`seq ${EVENTS - 1}  head  the head says ${EVENTS}`);
  });

  test("with its number closed up is told by its leaf", async () => {
    await damage("delete from es.events where tenant_id = $1 and seq = 4");
    await damage("update es.events set seq = seq - 1 where tenant_id = $1 and seq > 4");
    expect((await named())[0]).toBe("seq 4  leaf  the event is not what was recorded");
  });

  test("with all others of its shop is told", async () => {
    await damage("delete from es.events where tenant_id = $1");
    expect(await named()).toContain(`seq 0  head  the head says ${EVENTS}`);
  });
});

test("two events that changed places are named", async () => {
  await damage("update es.events set seq = -seq where tenant_id = $1 and seq in (3, 4)");
  await damage("update es.events set seq = 7 + seq where tenant_id = $1 and seq in (-3, -4)");
  expect(await named()).toEqual([
    "seq 3  leaf  the event is not what was recorded",
    "seq 4  leaf  the event is not what was recorded",
    "seq 5  chain  does not continue the event before it",
  ]);
});

test("an event that another shop's log has at the same number is none of this shop's", async () => {
  await damage(
    `update es.events e set data = o.data, meta = o.meta, effects = o.effects, leaf = o.leaf,
            command_id = o.command_id, recorded_ms = o.recorded_ms, occurred_ms = o.occurred_ms
       from es.events o where e.tenant_id = $1 and o.tenant_id = $2 and e.seq = 4 and o.seq = 4`,
    OTHER,
  );
  expect((await named())[0]).toBe("seq 4  leaf  the event is not what was recorded");
});

describe("a changed head", () => {
  test.for([
    ["number", "seq = seq + 1", `head  the head says ${EVENTS + 1}`],
    [
      "chain",
      "chain = set_byte(chain, 0, get_byte(chain, 0) # 1)",
      "head  the head has another chain",
    ],
  ] as const)("of the shop: its %s", async ([, change, said]) => {
    await damage(`update es.tenant_heads set ${change} where tenant_id = $1`);
    expect(await named()).toEqual([`seq ${EVENTS}  ${said}`]);
  });

  test("of a stream: its version", async () => {
    await damage(
      "update es.stream_heads set version = 9 where tenant_id = $1 and stream_id = $2",
      PRODUCT,
    );
    expect(await named()).toEqual([`seq 1  stream-head  stream ${PRODUCT} is at 1, its head at 9`]);
  });

  test("of a stream that nothing was ever written to", async () => {
    const stream = randomUUID();
    await damage(
      "insert into es.stream_heads (tenant_id, stream_id, stream_type, version) values ($1, $2, 'sale', 1)",
      stream,
    );
    expect(await named()).toEqual([
      `seq 0  stream-head  stream ${stream} is at null, its head at 1`,
    ]);
  });
});

test("one shop alone is looked at where it is asked for, and told as JSON", async () => {
  await damage("delete from es.events where tenant_id = $1 and seq = 4");
  const whole = await verify("--tenant", OTHER ?? "");
  expect([whole.code, whole.out]).toEqual([0, `The log holds: ${EVENTS} events of 1 tenants.\n`]);

  const { code, out } = await verify("--tenant", OWN ?? "", "--json");
  const Told = z.object({ tenants: z.int(), events: z.int(), deviations: z.array(z.unknown()) });
  const told = Told.parse(JSON.parse(out));
  expect([code, told.tenants, told.events]).toEqual([1, 1, EVENTS - 1]);
  expect(told.deviations[0]).toEqual({
    tenantId: OWN,
    seq: 5,
    kind: "gap",
    message: "follows 3",
  });
});

test("a shop that the log does not know is not said to hold", async () => {
  const { code, out } = await verify("--tenant", randomUUID());
  expect([code, out]).toEqual([1, expect.stringContaining("the tenant has no head")]);
});
