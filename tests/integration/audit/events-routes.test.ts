import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AuditEventType, type StoryKind } from "#kernel/contract/api/audit.ts";
import { EVENT_TYPES } from "#kernel/contract/event-types.ts";
import { leafHash, rootOfInclusion } from "#kernel/verify/merkle.ts";
import { openSignedHead } from "#kernel/verify/signed-head.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import { runAudit } from "./audit-run.ts";
import { type AuditedShop, openAuditedShop } from "./audited-shop.ts";

let shop: AuditedShop;
beforeAll(async () => {
  shop = await openAuditedShop();
});
afterAll(() => shop.close());

test("AUDIT-03: every type of event can be asked for", () => {
  expect(AuditEventType.options.toSorted()).toEqual(EVENT_TYPES.map(({ type }) => type).toSorted());
});

describe("AUDIT-04: events", () => {
  test("are listed newest first, with actor, action, amount and subject", async () => {
    const events = await shop.eventsOf("");
    expect(events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: events.length }, (_, at) => events.length - at),
    );
    expect(events.find(({ type }) => type === "SaleVoided")).toMatchObject({
      sentence: "Ama Owner voided the sale of 2 x Milo for GH₵9.00.",
      actor: { name: "Ama Owner" },
      amount_minor: 900,
      currency: "GHS",
      subject: { kind: "sale", id: shop.ids.sale, name: "1-1-1" },
    });
    expect(events.find(({ type }) => type === "ProductRepriced")).toMatchObject({
      sentence: "Ama Owner changed the price from GH₵4.50 to GH₵5.00.",
      amount_minor: null,
      subject: { kind: "product", id: shop.ids.milo, name: "Milo" },
    });
    expect(events.find(({ type }) => type === "CustomerAdded")).toMatchObject({
      sentence: "Ama Owner added the customer Efua Mensah.",
      subject: { kind: "customer", id: shop.ids.efua, name: "Abena Mensah" },
    });
  });

  test("come in pages", async () => {
    const whole = await shop.eventsOf("");
    const first = await shop.listed("events?limit=4");
    const rest = await shop.listed(`events?limit=100&before=${first.next ?? ""}`);
    expect([...first.events, ...rest.events]).toEqual(whole);
    expect(rest.next).toBeNull();
  });

  test("are narrowed by everything at once", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const query = `type=SaleVoided&product=${shop.ids.milo}&customer=${shop.ids.efua}&sale=${shop.ids.sale}&min=9&max=9&from=${today}&to=${today}`;
    expect((await shop.eventsOf(query)).map(({ type }) => type)).toEqual(["SaleVoided"]);
    expect(await shop.eventsOf(query.replace("min=9", "min=9.01"))).toEqual([]);
    expect(await shop.eventsOf("product=nothing")).toEqual([]);
  });

  test("are the shop's own: another's ids find nothing", async () => {
    const more = { as: "foreign owner" } as const;
    const own = (await shop.eventsOf("", more)).map(({ type }) => type);
    expect(own).toEqual(
      ["ProductAdded", "SignedIn", "StaffJoined", "TenantRegistered"].filter((type) =>
        own.some((one) => one === type),
      ),
    );
    for (const query of [
      `product=${shop.ids.milo}`,
      `sale=${shop.ids.sale}`,
      `customer=${shop.ids.efua}`,
      `person=${shop.ids.cashier}`,
    ]) {
      expect(await shop.eventsOf(query, more)).toEqual([]);
    }
    expect(await shop.eventsOf(`product=${shop.ids.theirs}`)).toEqual([]);
  });
});

describe("AUDIT-05: a story", () => {
  test.each<[StoryKind, () => string]>([
    ["product", () => shop.ids.milo],
    ["sale", () => shop.ids.sale],
    ["customer", () => shop.ids.efua],
    ["person", () => shop.ids.owner],
  ])("of a %s is what the command line tells", async (kind, id) => {
    const env = {
      DATABASE_URL: connectionAs("auditor_ro", shop.adminUrl).url,
      DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
      DATA_KEY: shop.dataKey.toString("base64"),
    };
    const { out } = await runAudit(["history", id(), "--tenant", shop.tenantId], env);
    const { events } = await shop.listed(`stories/${kind}/${id()}`);
    // A void names no customer: only the read models know the customer of the sale.
    const told = events.filter(({ type }) => kind !== "customer" || type !== "SaleVoided");
    expect(told.map(({ sentence }) => sentence)).toEqual(
      out
        .trim()
        .split("\n")
        .map((line) => line.split("  ")[2]),
    );
  });

  test("of an unknown or another shop's product is 404", async () => {
    for (const [id, as] of [
      [randomUUID(), "auditor"],
      [shop.ids.milo, "foreign owner"],
      ["milo", "auditor"],
    ] as const) {
      expect((await shop.read(`stories/product/${id}`, { as })).status).toBe(404);
    }
  });
});

describe("AUDIT-06: one event", () => {
  test("shows each changed field's values before and after", async () => {
    const [repriced] = await shop.eventsOf("type=ProductRepriced");
    expect((await shop.detail(repriced?.seq)).changes).toEqual([
      { field: "price", before: "GH₵4.50", after: "GH₵5.00" },
    ]);
    const [sold] = await shop.eventsOf(`type=SaleRecorded&sale=${shop.ids.sale}`);
    expect((await shop.detail(sold?.seq)).changes).toEqual([
      { field: "total", before: null, after: "GH₵9.00" },
      { field: "stock of Milo", before: "100", after: "98" },
    ]);
    const [changed] = await shop.eventsOf("type=CustomerDetailsChanged");
    expect((await shop.detail(changed?.seq)).changes).toEqual([
      { field: "first name", before: "Efua", after: "Abena" },
    ]);
  });

  test("has an inclusion proof if a signed head covers it", async () => {
    const { seq: head } = await shop.headOf();
    const sizes = new Set<number>();
    for (let seq = 1; seq <= head; seq += 1) {
      const { checkpoint, proof, leaf, holds } = await shop.detail(seq);
      if (!checkpoint) continue;
      sizes.add(checkpoint.tree_size);
      const root = rootOfInclusion({
        index: seq - 1,
        size: checkpoint.tree_size,
        leaf: leafHash(Buffer.from(leaf, "hex")),
        proof: proof.map((hash) => Buffer.from(hash, "hex")),
      });
      expect([seq, holds, root?.toString("hex")]).toEqual([seq, true, checkpoint.root]);
      const note = openSignedHead(checkpoint.note, shop.tenantId, shop.keys.publicKeys);
      expect(note?.root.toString("hex")).toBe(checkpoint.root);
    }
    expect([sizes.size, Math.max(...sizes)]).toEqual([2, head - 1]);
    expect(await shop.detail(head)).toMatchObject({ checkpoint: null, proof: [], holds: null });
  });

  test("that does not exist is not found, nor is another shop's", async () => {
    const { seq } = await shop.headOf();
    expect((await shop.read(`events/${seq + 1}`)).status).toBe(404);
    expect((await shop.read(`events/${seq}`, { as: "foreign owner" })).status).toBe(404);
  });
});

describe("AUDIT-11: a removed or erased person", () => {
  test("appears as a staff number or without a name", async () => {
    await shop.query("update auth.memberships set ended_ms = 2 where user_id = $1", [
      shop.ids.cashier,
    ]);
    const [sold] = await shop.eventsOf(`person=${shop.ids.cashier}&type=SaleRecorded`);
    expect(sold?.actor.name).toMatch(/^Staff \d+, removed$/);
    expect(sold?.sentence).toMatch(/^Staff \d+, removed, sold 1 x Milo/);
    await shop.command("POST", `/api/v1/customers/${shop.ids.efua}/erase`, { body: {} });
    const { events } = await shop.listed(`stories/customer/${shop.ids.efua}`);
    expect(events[0]?.sentence).toBe("Ama Owner added the customer an erased person.");
    expect(events[0]?.subject).toEqual({ kind: "customer", id: shop.ids.efua, name: null });
    expect(JSON.stringify(events)).not.toMatch(/Efua|Abena|Mensah/);
    const changed = events.find(({ type }) => type === "CustomerDetailsChanged");
    expect((await shop.detail(changed?.seq)).changes).toEqual([
      { field: "first name", before: "erased", after: "erased" },
    ]);
  });
});
