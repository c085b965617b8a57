import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { InvitationResult } from "#kernel/contract/api/staff.ts";
import { checkBackup } from "#standalone/operator/backup/read-backup.ts";
import { sealed, unsealed } from "#standalone/operator/backup/sealed-stream.ts";
import type { TakenBackup } from "#standalone/operator/backup/write-backup.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";
import { readModels } from "#tests/kit/database/read-models.ts";

import { type BackedUpShop, openBackedUpShop, rowsOf } from "./backed-up-shop.ts";

let shop: BackedUpShop;
let erasedBefore: string;
let erasedAfter: string;
let taken: TakenBackup;

async function addCustomer(name: string): Promise<string> {
  const body = { first_name: name, last_name: "Mensah", phone: "024 1" };
  return idOf(await shop.apis.ask("POST", "/api/customers.php", { body }));
}
/** Two people without an email: one has joined. */
async function inviteByName(): Promise<void> {
  const { ask } = shop.apis;
  const invite = (name: string) =>
    ask("POST", "/api/v1/staff", { body: { first_name: name, role: "cashier" } });
  await invite("Kukua");
  const { link } = InvitationResult.parse((await invite("Esi")).body).data;
  const [, token] = /token=([\w-]+)/.exec(link) ?? [];
  const body = { token, pin: "482915" };
  await ask("POST", "/api/v1/auth/choose-pin", { as: "anonymous", body });
}
const erase = (id: string) => shop.apis.ask("POST", `/api/v1/customers/${id}/erase`, { body: {} });

beforeAll(async () => {
  shop = await openBackedUpShop();
  const { apis } = shop;
  for (const n of [1, 2]) {
    await shop.addTwin(tenantOf(n));
    await apis.query(
      `insert into ops.tills (tenant_id, till, contact_ms, told_seq, received_seq, believed_ms)
       values ($1, 2, 1000, 61, $2, null)`,
      [tenantOf(n), 50 + n],
    );
  }
  [erasedBefore, erasedAfter] = [await addCustomer("Efua"), await addCustomer("Yaw")];
  const milo = await apis.addProduct("Milo \\. \\N", 1_000_000);
  for (const customer of [erasedBefore, erasedAfter]) {
    await apis.sell([[milo, 1]], { customer_id: customer, notes: "line\nbreak \\." });
  }
  await erase(erasedBefore);
  await inviteByName();

  let sold = 0;
  let isSelling = true;
  const sellOn = async (): Promise<void> => {
    while (isSelling) if ((await apis.sell([[milo, 1]])).status === 200) sold += 1;
  };
  const selling = Array.from({ length: 4 }, sellOn);
  const soldBy = (count: number) =>
    vi.waitFor(() => expect(sold).toBeGreaterThan(count), { timeout: 20_000 });
  await soldBy(40);
  taken = await shop.take("busy.backup");
  await soldBy(sold + 20);
  isSelling = false;
  await Promise.all(selling);
  await erase(erasedAfter);
});
afterAll(() => shop.close());
afterEach(() => shop.closeOpened());

describe("a backup that was taken while four tills sold", () => {
  test("is of one moment: restored, every log is what it was up to the manifest's head", async () => {
    const adminUrl = await shop.emptyDatabase();
    const { manifest, events } = await shop.load("busy.backup", adminUrl);
    expect([events, manifest.backupId, manifest.files]).toEqual([
      taken.events,
      taken.backupId,
      shop.source().files,
    ]);
    const restored = shop.adminOf(adminUrl);
    for (const { tenantId, seq } of manifest.heads) {
      const which = `t.tenant_id = '${tenantId}'`;
      expect(await rowsOf(restored, "es.events", which)).toEqual(
        await rowsOf(shop.apis.admin, "es.events", `${which} and t.seq <= ${seq}`),
      );
    }
    const now = await shop.apis.query<{ events: number }>(
      "select sum(seq)::int as events from es.tenant_heads",
    );
    expect(events).toBeLessThan(Number(now[0]?.events));
  });

  test("TEAM-29: has people without an email, and their PINs", async () => {
    const adminUrl = await shop.emptyDatabase();
    await shop.load("busy.backup", adminUrl);
    const restored = shop.adminOf(adminUrl);
    for (const [table, which] of [
      ["auth.users", "t.email is null and t.password_hash is null"],
      ["auth.invitations", "t.email is null and t.first_name in ('Esi', 'Kukua')"],
      ["auth.pins", "t.user_id in (select u.user_id from auth.users u where u.email is null)"],
    ] as const) {
      const before = await rowsOf(shop.apis.admin, table, which);
      expect([table, before.length]).toEqual([table, table === "auth.invitations" ? 2 : 1]);
      expect(await rowsOf(restored, table, which)).toEqual(before);
    }
  });

  test("has the stock and receipts of that moment", async () => {
    const adminUrl = await shop.emptyDatabase();
    await shop.load("busy.backup", adminUrl);
    const { rows } = await shop.adminOf(adminUrl).query(
      `select h.on_hand = 1000000 - s.sold as "isStockOfLog", c.value = s.sold as "isReceiptOfLog"
         from es.stream_heads h
         join es.counters c on c.tenant_id = h.tenant_id and c.name = 'sale'
        cross join lateral (select count(*) as sold from es.events e
                             where e.tenant_id = h.tenant_id and e.type = 'SaleRecorded') s
        where h.tenant_id = $1 and h.stream_type = 'product'`,
      [shop.apis.tenantId],
    );
    expect(rows).toEqual([{ isStockOfLog: true, isReceiptOfLog: true }]);
  });

  test("does not restore people erased after it was taken, or before", async () => {
    const adminUrl = await shop.emptyDatabase();
    expect((await shop.load("busy.backup", adminUrl)).erasedAgain).toBe(1);
    await shop.rebuild(adminUrl);
    const restored = shop.adminOf(adminUrl);
    for (const id of [erasedBefore, erasedAfter]) {
      expect(await rowsOf(restored, "es.subject_keys", `t.subject_id = '${id}'`)).toEqual([]);
      const [row = ""] = await rowsOf(restored, "rm.rm_customers", `t.customer_id = '${id}'`);
      const [sale = ""] = await rowsOf(restored, "rm.rm_sales", `t.customer_id = '${id}'`);
      expect([row, sale]).toEqual([expect.stringContaining(id), expect.stringContaining(id)]);
      expect(row + sale).not.toMatch(/Efua|Yaw|Mensah|024 1|break/);
    }
  });

  test("would bring back who is in no list: the list is what keeps them erased", async () => {
    const adminUrl = await shop.emptyDatabase();
    expect((await shop.load("busy.backup", adminUrl, false)).erasedAgain).toBe(0);
    const key = `t.subject_id = '${erasedAfter}'`;
    expect(await rowsOf(shop.adminOf(adminUrl), "es.subject_keys", key)).toHaveLength(1);
  });
});

const KEPT = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p') and not c.relispartition
   and (n.nspname in ('es', 'auth', 'audit') or n.nspname = 'ops' and c.relname = 'tills')`;

test("TILL-158: a backup of a quiet product holds every row of log, accounts, audit and calls of tills, and read models made from it are the same", async () => {
  const { apis } = shop;
  const behind = async () => expect(await apis.query("select 1 from rm.behind()")).toEqual([]);
  await vi.waitFor(behind, { timeout: 20_000, interval: 50 });
  const live = await readModels(apis.admin);
  await shop.take("quiet.backup");
  const adminUrl = await shop.emptyDatabase();
  await shop.load("quiet.backup", adminUrl);
  const restored = shop.adminOf(adminUrl);
  const tables = await apis.query<{ name: string }>(KEPT);
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    expect([name, await rowsOf(restored, name)]).toEqual([name, await rowsOf(apis.admin, name)]);
  }
  // The time of an entry is believed by the last call of its till.
  expect(await rowsOf(restored, "ops.tills")).toHaveLength(2);
  await shop.rebuild(adminUrl);
  expect(await readModels(restored)).toEqual(live);
});

describe("a file that is not what was written", () => {
  const attempts = [
    ["cut in the middle", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["cut at its last byte", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["with a bit flipped in the middle", (bytes: Buffer) => flipped(bytes, bytes.length >> 1)],
    ["with a bit flipped at the end", (bytes: Buffer) => flipped(bytes, bytes.length - 1)],
    ["with an extra byte at the end", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
  ] as const;

  test.for(attempts)("%s is refused whole, and no row of it is left", async ([, spoil]) => {
    const path = shop.pathOf("bad.backup");
    await writeFile(path, spoil(await readFile(shop.pathOf("busy.backup"))));
    await expect(checkBackup(path, shop.secret)).rejects.toThrow(/^The backup/);
    const adminUrl = await shop.emptyDatabase();
    await expect(shop.load("bad.backup", adminUrl)).rejects.toThrow(/^The backup/);
    // A file whose first chunk is bad is refused before there is a table.
    const { rows } = await shop
      .adminOf(adminUrl)
      .query<{ table: string | null }>("select to_regclass('es.events')::text as table");
    const made = rows.flatMap(({ table }) => table ?? []);
    const left = made.map((table) => rowsOf(shop.adminOf(adminUrl), table));
    expect((await Promise.all(left)).flat()).toEqual([]);
  });

  test("of another key is refused", async () => {
    const other = { kind: "key", value: randomBytes(32) } as const;
    await expect(checkBackup(shop.pathOf("busy.backup"), other)).rejects.toThrow(
      "does not open: another password or key, or it was changed (--key-file FILE names another key)",
    );
  });
});

describe("valid encryption of unexpected content is refused, too", () => {
  test.for([
    ["a pesewa more in a sale", /"totalMinor":450/, '"totalMinor":451', "The log does not hold"],
    ["another head in the manifest", /"seq":\d+,"chain":"../, '"seq":9,"chain":"00', "heads"],
    ["a row count that is another", /"es\.events":\d+/, '"es.events":1', "rows, the backup says 1"],
  ] as const)("%s", async ([, found, instead, said]) => {
    const packed = await all(unsealed(createReadStream(shop.pathOf("busy.backup")), shop.secret));
    const plain = gunzipSync(packed).toString("latin1");
    expect(plain).toMatch(found);
    const changed = gzipSync(Buffer.from(plain.replace(found, instead), "latin1"));
    const file = await all(sealed(Readable.from([changed]), shop.secret));
    await writeFile(shop.pathOf("forged.backup"), file);
    const adminUrl = await shop.emptyDatabase();
    await expect(shop.load("forged.backup", adminUrl)).rejects.toThrow(new RegExp(said));
    expect(await rowsOf(shop.adminOf(adminUrl), "es.events")).toEqual([]);
  });
});

async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pieces) parts.push(part);
  return Buffer.concat(parts);
}

test("a database that is not empty is left as it is, also one of an older version", async () => {
  const { admin, adminUrl } = shop.apis;
  const last = "(select max(id) from migrations.command_api)";
  await admin.query(`delete from migrations.command_api where id = ${last}`);
  const before = await rowsOf(admin, "es.tenant_heads");
  await expect(shop.load("busy.backup", adminUrl)).rejects.toThrow("not empty");
  expect(await rowsOf(admin, "es.tenant_heads")).toEqual(before);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}
