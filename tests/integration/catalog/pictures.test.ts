import { createHash, randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { setPicture } from "#command-api/product/picture/set-picture.ts";
import { CommandId, ProductId, UserId } from "#kernel/contract/ids.ts";
import { MOST_PICTURE_BYTES } from "#kernel/contract/picture.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, failure } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { type Counter, openCounter } from "#tests/integration/tills/counter-sales.ts";
import { changesOf } from "#tests/integration/tills/till-changes.ts";
import { somePicture } from "#tests/kit/builders/picture.ts";

let apis: Apis;
let shop: Counter;
let other: Counter;
beforeAll(async () => {
  apis = await openApis();
  [shop, other] = [await openCounter(apis), await openCounter(apis)];
});
afterAll(() => apis.close());

const PICTURES = "/api/v1/pictures";
const PRODUCTS = "/api/products.php";
const Listed = z.array(z.object({ id: z.string(), picture: z.nullable(z.string()) }));
const DAY_MS = 86_400_000;
const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const sendRaw = async (payload: Buffer, type = "image/webp") => {
  const authorization = `Bearer ${apis.tokenOf("owner")}`;
  const headers = { authorization, "content-type": type };
  const answer = await apis.apps.command.inject({
    method: "POST",
    url: PICTURES,
    headers,
    payload,
  });
  return [answer.statusCode, answer.json()] as const;
};
const upload = async (bytes: Buffer, at: Counter = shop): Promise<string> => {
  await at.ask("POST", PICTURES, { picture: bytes.toString("base64") });
  return hashOf(bytes);
};
type Setting = Readonly<{ at?: Counter; as?: Identity; headers?: Record<string, string> }>;
const put = (
  id: string,
  sha256: string | null,
  { at = shop, as = "owner", headers = {} }: Setting = {},
): Promise<Answer> =>
  at.call(as, "PUT", `/api/v1/products/${id}/picture`, { body: { sha256 }, headers });
const pictureOf = async (id: string, at: Counter = shop): Promise<unknown> => {
  const listed = Listed.parse(await at.read(PRODUCTS));
  return listed.find((product) => product.id === id)?.picture;
};
const look = (sha256: string, at: Counter = shop, as: Identity = "owner"): Promise<Answer> =>
  at.call(as, "GET", `${PICTURES}/${sha256}`);
const storedOf = async ({ tenantId }: Counter): Promise<string[]> =>
  (
    await apis.query<{ sha256: string }>(
      "select sha256 from es.pictures where tenant_id = $1 order by sha256",
      [tenantId],
    )
  ).map(({ sha256 }) => sha256);
const age = ({ tenantId }: Counter): Promise<unknown> =>
  apis.query("update es.pictures set stored_ms = stored_ms - $2 where tenant_id = $1", [
    tenantId,
    DAY_MS + 60_000,
  ]);

describe("a picture that is sent", () => {
  test("PROD-52: is stored once under its SHA-256, by its bytes or as base64, and what it is called does not count", async () => {
    const bytes = somePicture("sent");
    const kept = [200, { success: true, data: { sha256: hashOf(bytes) } }];
    expect(await sendRaw(bytes)).toEqual(kept);
    expect(await sendRaw(bytes, "image/jpeg")).toEqual(kept);
    const [row, ...more] = await apis.query(
      "select media_type, size, bytes from es.pictures where tenant_id = $1 and sha256 = $2",
      [apis.tenantId, hashOf(bytes)],
    );
    expect([row, more]).toEqual([{ media_type: "image/webp", size: bytes.length, bytes }, []]);
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
    expect(await sendRaw(jpeg, "image/jpeg")).toMatchObject([200, {}]);
  });

  test("PROD-52: is refused if its first bytes are of no picture, and above 40,000 bytes", async () => {
    const page = await sendRaw(Buffer.from("<script>alert(1)</script>"));
    const text = "Send a WebP or JPEG picture of at most 40 kB.";
    expect(page).toEqual([400, failure("invalid-picture", text)]);
    expect((await sendRaw(Buffer.from("RIFF1234WAVE")))[0]).toBe(400);
    const largest = Buffer.concat([somePicture("large"), Buffer.alloc(MOST_PICTURE_BYTES)]);
    expect((await sendRaw(largest.subarray(0, MOST_PICTURE_BYTES)))[0]).toBe(200);
    expect((await sendRaw(largest.subarray(0, MOST_PICTURE_BYTES + 1)))[0]).toBe(413);
    const picture = largest.subarray(0, MOST_PICTURE_BYTES + 1).toString("base64");
    expect((await shop.call("owner", "POST", PICTURES, { body: { picture } })).status).toBe(400);
  });
});

describe("the picture of a product", () => {
  test("PROD-50: is set and removed, and is in the list, in what a till downloads and in the log", async () => {
    const milo = await shop.addProduct("Milo", 9);
    const sha256 = await upload(somePicture("milo"));
    const { seq } = await changesOf(shop);
    expect(await pictureOf(milo)).toBeNull();
    const headers = { "idempotency-key": randomUUID() };
    expect((await put(milo, sha256, { headers })).status).toBe(200);
    expect(await pictureOf(milo)).toBe(sha256);
    const { products } = await changesOf(shop, { since: seq });
    expect(products).toMatchObject([{ id: milo, picture: sha256 }]);
    expect((await put(milo, null)).status).toBe(200);
    expect(await pictureOf(milo)).toBeNull();
    // A repeated command is answered as before, and changes nothing.
    expect((await put(milo, sha256, { headers })).status).toBe(200);
    expect(await pictureOf(milo)).toBeNull();
    expect((await shop.eventsOf(milo)).map(({ type, data }) => [type, data["sha256"]])).toEqual([
      ["ProductAdded", undefined],
      ["ProductPictureSet", sha256],
      ["ProductPictureSet", null],
    ]);
  });

  test("PROD-51: is refused for a hash that is unknown or another business's, and for a deleted product", async () => {
    const milo = await shop.addProduct("Milo", 9);
    const theirs = await upload(somePicture("theirs"), other);
    for (const sha256 of [theirs, "0".repeat(64)]) {
      const refused = await put(milo, sha256);
      expect([refused.status, refused.body]).toEqual([
        404,
        failure("picture-not-found", "Picture not found"),
      ]);
    }
    const ours = await upload(somePicture("ours"));
    expect((await put(milo, ours, { as: "cashier" })).status).toBe(403);
    await shop.ask("DELETE", `${PRODUCTS}?id=${milo}`, {});
    expect((await put(milo, ours)).body).toMatchObject({ code: "product-archived" });
  });

  test("PROD-50: is of one business: another with the same product and the same bytes has its own", async () => {
    const milo = await shop.addProduct("Milo", 9);
    await apis.query(
      `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, on_hand, state)
       select $1, stream_id, stream_type, version, on_hand, state
         from es.stream_heads where tenant_id = $2 and stream_id = $3`,
      [other.tenantId, shop.tenantId, milo],
    );
    const bytes = somePicture("equal");
    const sha256 = await upload(bytes);
    expect((await put(milo, sha256)).status).toBe(200);
    expect((await put(milo, sha256, { at: other })).status).toBe(404);
    await upload(bytes, other);
    expect((await put(milo, sha256, { at: other })).status).toBe(200);
    expect((await put(milo, null, { at: other })).status).toBe(200);
    expect(await pictureOf(milo)).toBe(sha256);
  });

  test("PROD-50: is not set while a process of an older build reads the log", async () => {
    const milo = await shop.addProduct("Milo", 9);
    const formats: number[] = [];
    const understand = async (format: number) => {
      formats.push(format);
      return format < 2;
    };
    const store = { ...createEventStore(apis.as("cmd_writer")), readers: { understand } };
    const set = setPicture(
      store,
      {
        tenantId: shop.tenantId,
        actorId: UserId.parse(shop.ownerId),
        commandId: CommandId.parse(newId()),
        requestHash: Buffer.alloc(32),
        meta: { source: "web" },
        occurredMs: Date.now(),
      },
      { productId: ProductId.parse(milo), sha256: "1".repeat(64), isThere: async () => true },
    );
    expect(await set).toEqual({ rejected: "server-updating" });
    expect(formats).toEqual([2]);
  });
});

describe("a stored picture", () => {
  test("PROD-53: is sent to the staff of its business alone, to be kept by their browsers", async () => {
    const sha256 = await upload(somePicture("seen"));
    for (const as of ["owner", "cashier", "auditor"] as const) {
      const seen = await look(sha256, shop, as);
      expect([seen.status, seen.headers]).toMatchObject([
        200,
        {
          "content-type": "image/webp",
          "cache-control": "private, max-age=31536000, immutable",
          vary: "authorization",
          "x-content-type-options": "nosniff",
        },
      ]);
    }
    for (const [hash, at] of [
      [sha256, other],
      ["0".repeat(64), shop],
      ["..%2f", shop],
    ] as const) {
      const missing = await look(hash, at);
      expect([missing.status, missing.headers["cache-control"]]).toEqual([404, "no-store"]);
    }
  });

  test("PROD-54: is deleted by the next upload of its business when no product has had it for a day", async () => {
    const [mine, theirs] = [await openCounter(apis), await openCounter(apis)];
    const milo = await mine.addProduct("Milo", 9);
    const [kept, left, chosen, last] = ["kept", "left", "chosen", "last"].map(somePicture);
    if (!kept || !left || !chosen || !last) throw new Error("too few");
    for (const bytes of [kept, left, chosen]) await upload(bytes, mine);
    await upload(left, theirs);
    await put(milo, hashOf(kept), { at: mine });
    await upload(last, mine);
    const all = [kept, left, chosen, last].map(hashOf).toSorted();
    expect(await storedOf(mine)).toEqual(all);
    await age(mine);
    await age(theirs);
    // Chosen again: there for another day, although no product has it in the end.
    await put(milo, hashOf(chosen), { at: mine });
    await put(milo, hashOf(kept), { at: mine });
    await upload(last, mine);
    expect(await storedOf(mine)).toEqual([kept, chosen, last].map(hashOf).toSorted());
    expect(await storedOf(theirs)).toEqual([hashOf(left)]);
    await age(mine);
    await upload(left, mine);
    expect(await storedOf(mine)).toEqual([kept, left].map(hashOf).toSorted());
  });
});
