import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Activity, VerifyLine } from "#kernel/contract/api/audit.ts";
import { originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";
import { verifyBundle } from "#tests/kit/product/verify-bundle.ts";

import { type AuditedShop, openAuditedShop } from "./audited-shop.ts";

let shop: AuditedShop;
beforeAll(async () => {
  shop = await openAuditedShop();
});
afterAll(() => shop.close());

describe("AUDIT-07: staff activity", () => {
  const activity = async (query = ""): Promise<Activity> =>
    z.object({ data: Activity }).parse((await shop.read(`activity${query}`)).body).data;

  test("counts the actions of each person, and flags none in a shop of a few days", async () => {
    const { people, days } = await activity();
    const owner = people.find(({ name }) => name === "Ama Owner");
    expect([days, owner?.role]).toEqual([7, "owner"]);
    expect(owner?.sales).toMatchObject({ count: 1, rate: 0.1429, own_mean: 0 });
    expect(owner?.voids).toMatchObject({ count: 1, stands_out: false });
    expect(owner?.price_overrides.count).toBe(0);
    const cashiers = people.filter(({ id }) => id === shop.ids.cashier);
    expect(cashiers.map(({ voids }) => voids)).toMatchObject([{ count: 0, stands_out: false }]);
  });

  test("of days long gone is none, and a shop's own", async () => {
    const { people } = await activity("?from=2020-01-01&to=2020-01-02");
    expect(people.every(({ sales }) => sales.count === 0)).toBe(true);
    const answer = await shop.read("activity", { as: "foreign owner" });
    const { data } = z.object({ data: Activity }).parse(answer.body);
    expect(data.people.map(({ sales }) => sales.count)).toEqual([0]);
  });
});

describe("AUDIT-08: verify", () => {
  const verified = async (as: "auditor" | "foreign owner" = "auditor"): Promise<VerifyLine[]> =>
    (await shop.read("verify", { as })).text
      .trim()
      .split("\n")
      .map((line) => VerifyLine.parse(JSON.parse(line)));

  test("tells how far it is, and that the log holds", async () => {
    const { seq } = await shop.headOf();
    const lines = await verified();
    expect(lines[0]).toEqual({ kind: "progress", done: 0, of: seq });
    expect(lines.at(-1)).toEqual({
      kind: "result",
      holds: true,
      events: seq,
      deviations: 0,
      signed: seq - 1,
    });
  });

  test("names the event that was changed, in that shop alone", async () => {
    const change = (from: string, to: string) =>
      shop.query(
        `update es.events set data = replace(data::text, $2, $3)::json where tenant_id = $1 and seq = 3`,
        [shop.tenantId, from, to],
      );
    const [{ data } = { data: "" }] = await shop.query<{ data: string }>(
      "select data::text as data from es.events where tenant_id = $1 and seq = 3",
      [shop.tenantId],
    );
    await change(data, data.replace("a", "b"));
    try {
      const lines = await verified();
      expect(lines.at(-1)).toMatchObject({ kind: "result", holds: false });
      expect(lines.find(({ kind }) => kind === "deviation")).toMatchObject({
        seq: 3,
        deviation: "payload",
      });
      expect((await verified("foreign owner")).at(-1)).toMatchObject({ holds: true });
      expect((await shop.detail(3)).holds).toBe(false);
    } finally {
      await change(data.replace("a", "b"), data);
    }
    expect((await verified()).at(-1)).toMatchObject({ holds: true });
  });
});

describe("AUDIT-09: export", () => {
  test("is the bundle that the independent verifier accepts, and another when a byte is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tillbook-route-export-"));
    try {
      const { seq } = await shop.headOf();
      const answer = await shop.read("export");
      expect(answer.headers["content-disposition"]).toBe(
        `attachment; filename="tillbook-${shop.tenantId}-${seq - 1}.jsonl"`,
      );
      const [key = Buffer.alloc(0)] = shop.keys.publicKeys;
      const trusted = ["--key", verifierKey(originOf(shop.tenantId), key)];
      const file = join(folder, "bundle.jsonl");
      await writeFile(file, answer.text);
      expect(await verifyBundle([file, ...trusted])).toMatchObject({ code: 0 });
      await writeFile(file, answer.text.replace("Milo", "Mila"));
      expect((await verifyBundle([file, ...trusted])).code).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("is noted where the owner sees who looked", async () => {
    const lines = await shop.query<{ action: string }>(
      "select action from audit.access_log where tenant_id = $1 and target = '/api/v1/audit/export'",
      [shop.tenantId],
    );
    expect(lines.map(({ action }) => action)).toEqual(["export"]);
  });
});

test("AUDIT-10: only owner, accountant and auditor see any of it", async () => {
  for (const url of [
    "events",
    "events/1",
    `stories/sale/${shop.ids.sale}`,
    "activity",
    "verify",
    "export",
  ]) {
    for (const as of ["manager", "cashier", "stock_keeper", "super_admin"] as const) {
      expect([url, as, (await shop.read(url, { as })).status]).toEqual([url, as, 403]);
    }
    expect((await shop.read(url, { as: "owner" })).status).toBe(200);
  }
});
