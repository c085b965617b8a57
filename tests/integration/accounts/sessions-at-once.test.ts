import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import { adding, newStream } from "#tests/kit/builders/append-commands.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

// Sessions are looked up many at once by a statement of its own. It must say of each what the
// function for a single session says.

const NOW_MS = 1_790_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const PLATFORM = "00000000-0000-7000-8000-000000000001";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

const anyCase = fc.record({
  aud: fc.constantFrom("tenant", "platform"),
  purpose: fc.constantFrom("work", "support", "export"),
  usedMs: fc.constantFrom(0, MINUTE_MS, 2 * 60 * MINUTE_MS, DAY_MS).map((ago) => NOW_MS - ago),
  expiresMs: fc.constantFrom(NOW_MS + DAY_MS, NOW_MS + 1, NOW_MS),
  endedMs: fc.constantFrom(null, null, NOW_MS - 1),
  disabledMs: fc.constantFrom(null, null, null, NOW_MS - 1),
  kind: fc.constantFrom("tenant", "platform"),
  role: fc.constantFrom("owner", "cashier", null),
  leftMs: fc.constantFrom(null, null, null, NOW_MS - 1),
  untilMs: fc.constantFrom(null, null, NOW_MS, NOW_MS + 1),
  parent: fc.constantFrom("none", "holds", "ended"),
  onlySetup: fc.boolean(),
  status: fc.constantFrom(1, 2, 3),
});
type Case = typeof anyCase extends fc.Arbitrary<infer One> ? One : never;

async function insert(one: Case): Promise<readonly [TenantId, SessionId]> {
  const [tenantId, userId] = [TenantId.parse(newId()), UserId.parse(newId())];
  const [sid, parentSid] = [SessionId.parse(newId()), newId()];
  await db.append([adding(tenantId, newStream(), 1, { newTenant: true })]);
  await db.query("update es.tenant_heads set status = $2 where tenant_id = $1", [
    tenantId,
    one.status,
  ]);
  await db.query(
    `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms, disabled_ms)
     values ($1::uuid, $2, $1 || '@shop.example', '-', 'Ama', 'Mensah', 0, $3)`,
    [userId, one.kind, one.disabledMs],
  );
  if (one.role !== null) {
    await db.query(
      `insert into auth.memberships (tenant_id, user_id, role, joined_ms, ended_ms, ends_ms)
       values ($1, $2, $3, 0, $4, $5)`,
      [tenantId, userId, one.role, one.leftMs, one.untilMs],
    );
  }
  const session = `insert into auth.sessions (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms,
                     ended_ms, purpose, parent_sid, only_setup) values ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10)`;
  if (one.parent !== "none") {
    const endedMs = one.parent === "ended" ? 1 : null;
    await db.query(session, [
      PLATFORM,
      parentSid,
      userId,
      "platform",
      NOW_MS,
      NOW_MS + 1,
      endedMs,
      "work",
      null,
      false,
    ]);
  }
  await db.query(session, [
    tenantId,
    sid,
    userId,
    one.aud,
    one.usedMs,
    one.expiresMs,
    one.endedMs,
    one.purpose,
    parentSid,
    one.onlySetup,
  ]);
  return [tenantId, sid];
}

const ALL = "select * from auth.sessions_at_once($1, $2, $3)";
const SINGLE = "select * from auth.session($1, $2, $3)";

test("each session is found as it is found alone, and what is due is what a single use records", async () => {
  const keys: (readonly [TenantId, SessionId])[] = [];
  for (const one of fc.sample(anyCase, { numRuns: 300, seed: 17 })) keys.push(await insert(one));
  // One that does not exist, and one of another tenant.
  const [[tenantId] = [], [, otherSid] = []] = keys;
  keys.push([TenantId.parse(newId()), SessionId.parse(newId())]);
  if (tenantId && otherSid) keys.push([tenantId, otherSid]);

  const found = await db.query<{ place: number; due: boolean }>(ALL, [
    keys.map(([id]) => id),
    keys.map(([, sid]) => sid),
    NOW_MS,
  ]);
  const byPlace = new Map(found.map(({ place, due, ...row }) => [place, { due, row }]));
  const used = "select last_used_ms from auth.sessions where tenant_id = $1 and sid = $2";
  const seen = { valid: 0, due: 0, refused: 0 };
  for (const [index, key] of keys.entries()) {
    const { due = false, row } = byPlace.get(index + 1) ?? {};
    const [before] = await db.query<{ last_used_ms: number }>(used, [...key]);
    const [alone] = await db.query<{ valid: boolean | null }>(SINGLE, [...key, NOW_MS]);
    const [after] = await db.query<{ last_used_ms: number }>(used, [...key]);
    expect(row).toEqual(alone);
    expect(due).toBe(before?.last_used_ms !== after?.last_used_ms);
    seen[alone?.valid === true ? "valid" : "refused"] += 1;
    if (due) seen.due += 1;
  }
  expect(Math.min(seen.valid, seen.due, seen.refused)).toBeGreaterThan(10);
});

const WORKING: Case = {
  aud: "tenant",
  purpose: "work",
  usedMs: NOW_MS,
  expiresMs: NOW_MS + DAY_MS,
  endedMs: null,
  disabledMs: null,
  kind: "tenant",
  role: "cashier",
  leftMs: null,
  untilMs: null,
  parent: "none",
  onlySetup: false,
  status: 1,
};

test("of many writes at once, those after a sign-out, a new role or a suspension are refused", async () => {
  const sessions = createSessions({
    pool: db.as("cmd_writer"),
    publicKeyPem: "",
    clock: () => NOW_MS,
    alwaysAsks: true,
  });
  const keys: (readonly [TenantId, SessionId])[] = [];
  for (let count = 0; count < 40; count++) keys.push(await insert(WORKING));
  const find = () =>
    Promise.all(
      keys.map(async ([tenantId, sid]) => {
        const session = await sessions.find(tenantId, sid);
        return session ? `${session.role} ${session.tenantStatus}` : "refused";
      }),
    );
  expect(await find()).toEqual(keys.map(() => "cashier active"));

  const [[, signedOut] = [], [moved] = [], [left] = [], [suspended] = []] = keys;
  await db.query("update auth.sessions set ended_ms = $2 where sid = $1", [signedOut, NOW_MS]);
  await db.query("update auth.memberships set role = 'auditor' where tenant_id = $1", [moved]);
  await db.query("update auth.memberships set ended_ms = $2 where tenant_id = $1", [left, NOW_MS]);
  await db.query("update es.tenant_heads set status = 3 where tenant_id = $1", [suspended]);
  const [first, second, third, fourth, ...others] = await find();
  expect([first, second, third, fourth]).toEqual([
    "refused",
    "auditor active",
    "refused",
    "refused",
  ]);
  expect(others).toEqual(others.map(() => "cashier active"));
});
