import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { ENTRIES_PATH, MOST_ENTRIES, MOST_ENTRY_BYTES } from "#kernel/contract/api/till/entries.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { createPace } from "#kernel/node/limits/pace.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import {
  createModelTill,
  type ModelTill,
  type Reply,
  statesOf,
} from "#tests/kit/till/model-till.ts";
import { createSigner } from "#tests/kit/till/till-signer.ts";

import { entryEvents, lastSeqOf, openEntriesApi, openTill } from "./entries-api.ts";
import { openTenant, type TestTenant } from "./tills.ts";

let apis: Apis;
let app: HttpApp;
let shop: TestTenant;
let till: ModelTill;
beforeAll(async () => {
  apis = await openApis();
  app = await openEntriesApi(apis);
});
afterAll(async () => {
  await app.close();
  await apis.close();
});
beforeEach(async () => {
  shop = await openTenant(apis);
  till = await openTill(app, shop);
});

const lost = (seq: number, to = seq) => till.entry("lost", { to }, { seq });
const NOT_ITS_SIGNATURE = failure(
  "unknown-till",
  "This request is not signed by a till of this business.",
);

/** The same answer to each, and nothing is written. */
async function expectForged(requests: Readonly<Record<string, () => Promise<Reply>>>) {
  const before = await written(apis);
  for (const [what, send] of Object.entries(requests)) {
    const { status, body } = await send();
    expect([what, status, body]).toEqual([what, 403, NOT_ITS_SIGNATURE]);
  }
  expect(await written(apis)).toEqual(before);
}

describe("the signature of a request", () => {
  test("TILL-29: is the till's own, else the answer is always the same and nothing is written", async () => {
    const request = till.requestOf([lost(1)]);
    const other = createSigner();
    const bytes = gzipSync(Buffer.from(JSON.stringify(request)));
    const [r, s] = [Buffer.alloc(32), Buffer.alloc(32, 0xff)];
    const own = Buffer.from(till.signer.sign(ENTRIES_PATH, bytes), "base64");
    await expectForged({
      "no header": () => till.post(request, { signature: undefined }),
      "an empty header": () => till.post(request, { signature: "" }),
      "random bytes": () => till.post(request, { signature: randomBytes(64).toString("base64") }),
      "zero and the highest number": () =>
        till.post(request, { signature: Buffer.concat([r, s]).toString("base64") }),
      "too short": () => till.post(request, { signature: own.subarray(1).toString("base64") }),
      "too long": () =>
        till.post(request, { signature: Buffer.concat([own, r]).toString("base64") }),
      "not base64": () => till.post(request, { signature: "é".repeat(44) }),
      "another key": () => till.post(request, { signature: other.sign(ENTRIES_PATH, bytes) }),
      "another route": () =>
        till.post(request, { signature: till.signer.sign("/api/v1/till/check", bytes) }),
      "another method": () =>
        till.post(request, { signature: till.signer.sign(ENTRIES_PATH, bytes, "PUT") }),
      "another body": () =>
        till.post(till.requestOf([lost(1, 2)]), {
          signature: till.signer.sign(ENTRIES_PATH, bytes),
        }),
      "the unpacked body": () =>
        till.post(request, {
          signature: till.signer.sign(ENTRIES_PATH, Buffer.from(JSON.stringify(request))),
        }),
    });
    expect(statesOf(await till.deliver([lost(1)]))).toEqual(["accepted"]);
  });

  test("TILL-29: does not open another till, also one of the same number in another business", async () => {
    const second = await openTill(app, shop);
    const other = await openTenant(apis);
    const theirs = await openTill(app, other);
    const as = (over: Partial<{ tenantId: TenantId; till: number }>) => {
      const person = UserId.parse(shop.ownerId);
      const model = createModelTill(app, { ...till, person, ...over });
      return () => model.send([lost(1)]);
    };
    await expectForged({
      "the next till": as({ till: second.till }),
      "a till that does not exist": as({ till: 900 }),
      "another business": as({ tenantId: other.tenantId }),
      "an unknown business": as({ tenantId: TenantId.parse(randomUUID()) }),
    });
    expect(theirs.till).toBe(till.till);
  });

  test("TILL-29: of a request that is played again changes nothing", async () => {
    const request = till.requestOf([lost(1), lost(2)]);
    const bytes = Buffer.from(JSON.stringify(request));
    const signature = till.signer.sign(ENTRIES_PATH, bytes);
    const first = await till.post(request, { plain: true, signature });
    const before = await written(apis);
    const again = await till.post(request, { plain: true, signature });
    expect(first.body).toMatchObject({ next: 3, copied: false });
    expect(again.body).toMatchObject({
      next: 3,
      copied: false,
      results: [{ state: "already" }, { state: "already" }],
    });
    expect(await written(apis)).toEqual(before);
  });

  test("TILL-29: needs no session, and a session does not replace it", async () => {
    const headers = { authorization: `Bearer ${apis.tokenOf("owner")}` };
    const request = till.requestOf([lost(1)]);
    expect((await till.post(request, { signature: undefined, headers })).status).toBe(403);
    expect((await till.post(request)).status).toBe(200);
  });
});

/** A body that unpacks to this many bytes. */
const sized = (bytes: number) => {
  const entry = till.entry("sale", { text: "" }, { seq: 1 });
  const request = till.requestOf([entry]);
  const text = "x".repeat(bytes - JSON.stringify(request).length);
  return till.requestOf([{ ...entry, body: { text } }]);
};

const TOO_LARGE = failure("too-large", "Send at most 512 kB at once.");

const MIB = 1024 * 1024;

describe("the body of a request", () => {
  test("TILL-30: is JSON, plain or gzipped", async () => {
    const plain = await till.post(till.requestOf([lost(1)]), { plain: true });
    const packed = await till.post(till.requestOf([lost(2)]));
    expect([plain, packed]).toMatchObject([
      { status: 200, body: { next: 2 } },
      { status: 200, body: { next: 3 } },
    ]);
  });

  test("TILL-30: has at most 512 kB unpacked", async () => {
    const before = await written(apis);
    for (const plain of [true, false]) {
      const { status, body } = await till.post(sized(MOST_ENTRY_BYTES + 1), { plain });
      expect([plain, status, body]).toEqual([plain, 413, TOO_LARGE]);
    }
    expect(await written(apis)).toEqual(before);
    for (const plain of [true, false]) {
      expect((await till.post(sized(MOST_ENTRY_BYTES), { plain })).status).toBe(200);
    }
  });

  test("TILL-30: that would unpack to 256 MB is given up at the limit", async () => {
    // In parts, so that no large buffer of the test's own is freed while it measures.
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(4 * MIB))));
    expect(bomb.length).toBeLessThan(MOST_ENTRY_BYTES);
    const before = process.memoryUsage().arrayBuffers;
    const answer = await app.inject({
      method: "POST",
      url: ENTRIES_PATH,
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      payload: bomb,
    });
    expect([answer.statusCode, answer.json()]).toEqual([413, TOO_LARGE]);
    // The suite's connections and servers use some megabytes meanwhile.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
  });

  test("TILL-30: that cannot be unpacked is refused, also before its signature is checked", async () => {
    const send = async (encoding: string, payload: Buffer): Promise<number> => {
      const type = { "content-type": "application/json", "content-encoding": encoding };
      return (await app.inject({ method: "POST", url: ENTRIES_PATH, headers: type, payload }))
        .statusCode;
    };
    const json = Buffer.from(JSON.stringify(till.requestOf([])));
    expect(await send("gzip", json)).toBe(400);
    expect(await send("gzip", gzipSync(json).subarray(0, 40))).toBe(400);
    expect(await send("gzip", gzipSync(Buffer.from("{")))).toBe(400);
    expect(await send("br", json)).toBe(415);
  });

  test("TILL-30: has at most 100 entries", async () => {
    const entries = Array.from({ length: MOST_ENTRIES + 1 }, (_, index) => lost(index + 1));
    expect((await till.send(entries)).status).toBe(400);
    expect(await lastSeqOf(apis, till)).toBe(0);
    const answer = await till.deliver(entries.slice(0, MOST_ENTRIES));
    expect(answer.next).toBe(MOST_ENTRIES + 1);
    expect(await entryEvents(apis, shop)).toHaveLength(MOST_ENTRIES);
  });
});

describe("too many requests", () => {
  const limitedTo = (points: number) => {
    let left = points;
    return {
      consume: () => Promise.resolve({ allowed: left-- > 0, retryAfterMs: 5_000 }),
      left: () => left,
    };
  };
  const tooMany = [429, failure("too-many-requests", expect.any(String))];

  test("TILL-31: of one sender are refused before they are read, also forged ones", async () => {
    const ofSender = limitedTo(2);
    const limited = await openEntriesApi(apis, { limits: { ofSender } });
    const sender = createModelTill(limited, { ...till, person: lost(1).person });
    const forged = () => sender.post("{", { signature: randomBytes(64).toString("base64") });
    expect((await forged()).status).toBe(400);
    expect((await sender.send([lost(1)])).status).toBe(200);
    for (const { status, body, headers } of [await forged(), await sender.send([lost(2)])]) {
      expect([status, body]).toEqual(tooMany);
      expect(headers).toMatchObject({ "retry-after": "5" });
    }
    expect(await lastSeqOf(apis, till)).toBe(1);
    await limited.close();
  });

  test("TILL-31: of a till are refused, and forged ones that name it do not count", async () => {
    const ofTill = limitedTo(1);
    const limited = await openEntriesApi(apis, { limits: { ofTill } });
    const sender = createModelTill(limited, { ...till, person: lost(1).person });
    for (let n = 0; n < 20; n += 1) {
      const signature = randomBytes(64).toString("base64");
      expect((await sender.post(till.requestOf([]), { signature })).status).toBe(403);
    }
    expect((await sender.send([lost(1)])).status).toBe(200);
    const over = await sender.send([lost(2)]);
    expect([over.status, over.body]).toEqual(tooMany);
    await limited.close();
  });

  test("TILL-31: of a business wait for their turn, and are refused if they wait too long", async () => {
    // A hundred entries are 10 points.
    const limited = await openEntriesApi(apis, {
      limits: { ofTenant: createPace({ perSecond: 20 }) },
    });
    const sender = createModelTill(limited, { ...till, person: lost(1).person });
    const hundred = Array.from({ length: MOST_ENTRIES }, (_, index) => lost(index + 1));
    const requests = Array.from({ length: 6 }, () => sender.send(hundred));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429]);
    await limited.close();
  });
});
