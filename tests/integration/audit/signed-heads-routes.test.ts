import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { success } from "#kernel/contract/api/envelope.ts";
import { SignedHeads } from "#kernel/contract/api/signed-head.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { keyIdOf, openSignedHead, originOf, signTreeHead } from "#kernel/verify/signed-head.ts";
import { parseVerifierKey } from "#kernel/verify/signed-note.ts";
import { openQueryApi, type QueryApi } from "#tests/integration/query-api/query-api.ts";
import { FOREIGN, NOW_MS, OWN } from "#tests/integration/query-api/two-tenants.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

const [own, foreign] = [OWN, FOREIGN];
const keys = madeSignedHeadKeys();
const [raw = Buffer.alloc(0)] = keys.publicKeys;
const SIZES = [1, 7, 12, 1000];

let api: QueryApi;
beforeAll(async () => {
  api = await openQueryApi();
  await api.admin.query("insert into audit.checkpoint_keys values ($1, $2, $3)", [
    keyIdOf(raw),
    raw,
    NOW_MS,
  ]);
  for (const size of SIZES) await sign(own, size, 1);
  await sign(foreign, 7, 2);
});
afterAll(() => api.close());

async function sign(tenantId: TenantId, treeSize: number, fill: number): Promise<void> {
  const [root, chain] = [Buffer.alloc(32, fill), Buffer.alloc(32, fill + 10)];
  const checkpoint = { tenantId, treeSize, root, chain, signedMs: NOW_MS, previous: null };
  const note = signTreeHead(checkpoint, keys.signing);
  await api.admin.query(
    "insert into audit.signed_checkpoints values ($1, $2, $3, $4, $5, $6, $7, '{}')",
    [tenantId, treeSize, root, chain, note, keyIdOf(raw), NOW_MS],
  );
}

const asked = async (query = "", who: Parameters<QueryApi["get"]>[1] = "auditor") => {
  const { statusCode, body } = await api.get(`/api/v1/audit/checkpoints${query}`, who);
  expect(statusCode).toBe(200);
  return success(SignedHeads).parse(JSON.parse(body)).data;
};
const sizesOf = ({ checkpoints }: SignedHeads) => checkpoints.map((one) => one.tree_size);

describe("signed heads of the tenant's own log", () => {
  test("is shown to owner, accountant and auditor, the newest first, with the key that signed it", async () => {
    for (const who of ["owner", "accountant", "auditor"] as const) {
      const data = await asked("", who);
      expect(sizesOf(data)).toEqual(SIZES.toReversed());
      expect(data.page).toBe(`/checkpoints/${own}`);
      const key = parseVerifierKey(data.keys[0]?.verifier_key ?? "");
      expect(key).toEqual({ name: originOf(own), raw });
      for (const { note, tree_size: treeSize, key_id: keyId } of data.checkpoints) {
        expect(openSignedHead(note, own, [raw])).toMatchObject({ treeSize, keyId });
      }
    }
  });

  test("comes in pages", async () => {
    expect(sizesOf(await asked("?limit=2"))).toEqual([1000, 12]);
    expect(sizesOf(await asked("?limit=2&before=12"))).toEqual([7, 1]);
    expect(sizesOf(await asked("?before=1"))).toEqual([]);
  });

  test("is the shop's own: another's has the same numbers", async () => {
    const data = await asked("", "foreign owner");
    expect(sizesOf(data)).toEqual([7]);
    expect(openSignedHead(data.checkpoints[0]?.note ?? "", foreign, [raw])?.treeSize).toBe(7);
  });

  test.each(["manager", "cashier", "stock_keeper"] as const)("is not for the %s", async (who) => {
    expect((await api.get("/api/v1/audit/checkpoints", who)).statusCode).toBe(403);
  });
});

describe("the public page", () => {
  const open = (path: string) => api.app.inject({ url: `/checkpoints/${path}` });

  test("shows anybody what was signed of the log that is named, and of no other", async () => {
    const { statusCode, headers, body } = await open(own);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    expect(body).not.toMatch(/<script|<img|<link/);
    for (const size of SIZES) expect(body).toContain(`/checkpoints/${own}/${size}`);
    const [theirs] = (await asked("", "foreign owner")).checkpoints;
    expect(body).not.toContain(theirs?.root);
    expect(body).not.toContain(foreign);
  });

  test("hands out the newest note, that of a size, and the keys, as text", async () => {
    const { checkpoints, keys: published } = await asked();
    for (const [path, expected] of [
      ["latest", checkpoints[0]?.note],
      ["7", checkpoints[2]?.note],
      ["keys", `${published[0]?.verifier_key}\n`],
    ] as const) {
      const { headers, body } = await open(`${own}/${path}`);
      expect([headers["content-type"], body]).toEqual(["text/plain; charset=utf-8", expected]);
    }
    expect((await open(`${foreign}/latest`)).body).not.toBe(checkpoints[0]?.note);
  });

  test("leads to older ones", async () => {
    const first = await open(`${own}?limit=2`);
    expect(first.body).toContain(`/checkpoints/${own}?before=12`);
    const second = await open(`${own}?limit=2&before=12`);
    expect(second.body).toContain("7 events");
    expect(second.body).not.toContain("12 events");
  });

  test("knows nothing of a log that is not there, or not signed", async () => {
    const unknown = "018f0000-0000-7000-8000-00000000ffff";
    for (const path of [
      unknown,
      `${unknown}/keys`,
      `${unknown}/latest`,
      `${unknown}/7`,
      `${own}/8`,
    ]) {
      expect((await open(path)).statusCode).toBe(404);
    }
    expect((await open("not-an-id")).statusCode).toBe(400);
  });
});

test("too many requests for the public page are limited, and the shop's own are not", async () => {
  const few = await openQueryApi({ readsPerMinute: 3 });
  try {
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await few.app.inject({ url: `/checkpoints/${own}` })).statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await few.get("/api/v1/audit/checkpoints", "owner")).statusCode).toBe(200);
  } finally {
    await few.close();
  }
});
