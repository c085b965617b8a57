import { afterAll, beforeAll, expect, test } from "vitest";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { memberStream } from "#kernel/node/ids.ts";
import { newStream, selling } from "#tests/kit/builders/append-commands.ts";
import { commandId, userId } from "#tests/kit/builders/fixed-ids.ts";
import { openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

import { type AuditRun, runAudit } from "./audit-run.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
/** That of `sealerOver`. */
const DATA_KEY = Buffer.alloc(32, 3).toString("base64");
/** Who acts in these shops. */
const OWNER = userId(1);

let database: LogDatabase;
let env: Record<string, string>;
const ids = { milo: "", efua: "", sale: "" };

beforeAll(async () => {
  database = await openLogDatabase();
  env = {
    DATABASE_URL: connectionAs("auditor_ro", database.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
  };
  const writer = database.as("cmd_writer");
  const store = createEventStore(writer);
  for (const id of [OURS, OTHERS]) await openShop(store, id);
  const counter = openCounter(store, OURS, sealerOver(writer));
  const milo = await counter.add("Milo", 10);
  const efua = await counter.addCustomer({ first_name: "Efua", last_name: "Mensah" });
  if (isRejection(milo) || isRejection(efua)) throw new Error("refused");
  const sold = await counter.sell([[milo.id, 2]], { customer: efua.id });
  if (isRejection(sold) || sold.events[0]?.event.type !== "SaleRecorded") {
    throw new Error("refused");
  }
  const { saleId } = sold.events[0].event.data;
  Object.assign(ids, { milo: milo.id, efua: efua.id, sale: saleId });
  await counter.void(saleId);
  await counter.change(milo.id, { price: 5000 });
  await store.append({
    tenantId: OURS,
    commandId: commandId(1),
    requestHash: Buffer.alloc(32),
    actorId: OWNER,
    meta: '{"source":"web"}',
    events: [
      {
        streamId: memberStream(OWNER),
        streamType: "member",
        expected: 0,
        type: "StaffJoined",
        schemaV: 1,
        occurredMs: Date.now(),
        data: JSON.stringify({ userId: OWNER, role: "owner" }),
        state: '{"status":"active","role":"owner"}',
      },
    ],
  });
  await database.query(
    `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms)
     values ($1, 'tenant', 'ama@x.example', '-', 'Ama', 'Owusu', 1)`,
    [OWNER],
  );
  await database.query(
    `insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, 'owner', 1)`,
    [OURS, OWNER],
  );
});
afterAll(() => database.close());

const history = (id: string, over: Record<string, string> = { DATA_KEY }): Promise<AuditRun> =>
  runAudit(["history", id], { ...env, ...over });

/** The sentences, without number and time. */
const told = ({ code, out, err }: AuditRun): string[] => {
  expect([code, err]).toEqual([0, ""]);
  return out
    .trim()
    .split("\n")
    .map((line) => line.split("  ")[2] ?? "");
};

test("a product's: how it came, what was sold and came back, and its prices", async () => {
  expect(told(await history(ids.milo))).toEqual([
    "Ama Owusu added the product Milo at GH\u20b545.00 with 10 in stock.",
    "Ama Owusu sold 2 x Milo to Efua Mensah for GH\u20b590.00, cash; receipt 1-1-1.",
    "Ama Owusu voided the sale of 2 x Milo for GH\u20b590.00.",
    "Ama Owusu changed the price from GH\u20b545.00 to GH\u20b550.00.",
  ]);
});

test("a sale's, a customer's and a person's", async () => {
  expect(told(await history(ids.sale))).toHaveLength(2);
  expect(told(await history(ids.efua))).toEqual([
    "Ama Owusu added the customer Efua Mensah.",
    expect.stringContaining("to Efua Mensah"),
  ]);
  const ama = told(await history(OWNER));
  expect(ama).toHaveLength(7);
  expect(ama.at(-1)).toBe("Ama Owusu joined as owner.");
});

test("TEAM-27: names an invited person who has not joined as the owner did, and else says someone", async () => {
  const writer = database.as("cmd_writer");
  const [store, sealer] = [createEventStore(writer), sealerOver(writer)];
  const invited = async (number: number, names: Readonly<Record<string, string>>) => {
    const id = userId(number);
    const sealed = await Promise.all(
      Object.entries(names).map(async ([field, text]) => [
        field,
        await sealer.seal(OURS, id, text),
      ]),
    );
    await store.append({
      tenantId: OURS,
      commandId: commandId(number),
      requestHash: Buffer.alloc(32),
      actorId: OWNER,
      meta: '{"source":"web"}',
      events: [
        {
          streamId: memberStream(id),
          streamType: "member",
          expected: 0,
          type: "StaffInvited",
          schemaV: 1,
          occurredMs: Date.now(),
          data: JSON.stringify({ userId: id, role: "cashier", ...Object.fromEntries(sealed) }),
          state: '{"status":"invited","role":"cashier"}',
        },
      ],
    });
    await database.query(
      `insert into auth.invitations
         (tenant_id, user_id, email, role, invited_ms, sent_ms, first_name, last_name)
       values ($1, $2, $3, 'cashier', 1, 1, $4, $5)`,
      [OURS, id, names["email"], names["firstName"], names["lastName"]],
    );
    return told(await history(id));
  };
  expect(await invited(2, { firstName: "Esi", lastName: "Addo" })).toEqual([
    "Ama Owusu invited Esi Addo without an email as cashier.",
  ]);
  expect(await invited(3, { email: "efua@x.example" })).toEqual([
    "Ama Owusu invited someone as cashier.",
  ]);
});

test("without the key no person is named; a removed one is a number", async () => {
  expect(told(await history(ids.efua, {}))[0]).toBe(
    "Ama Owusu added the customer a person whose name is sealed.",
  );
  await database.query("update auth.memberships set ended_ms = 2 where user_id = $1", [OWNER]);
  expect(told(await history(ids.efua))[0]).toBe(
    "Staff 1, removed, added the customer Efua Mensah.",
  );
});

test("a sale's that was never voided", async () => {
  const sale = newStream();
  const basket = [[StreamId.parse(ids.milo), 1]] as const;
  await appendBatch(database.as("cmd_writer"), [selling(OURS, basket, { sale })]);
  expect(told(await history(sale))).toEqual([expect.stringContaining("sold 1 x Milo")]);
});

test("an id that no log mentions is refused", async () => {
  expect((await history("018f0000-0000-7000-8000-00000000dead")).code).toBe(2);
  expect((await history("milo")).code).toBe(2);
});
