import { brotliDecompressSync, gunzipSync } from "node:zlib";

import fastify from "fastify";
import { describe, expect, it } from "vitest";

import { compressAnswers } from "#query-api/compression.ts";

const LONG = "sale ".repeat(1000);

const KEPT = Buffer.from(LONG);

const app = fastify();
compressAnswers(app);
app.get("/kept", () => KEPT);
const sent: unknown[] = [];
app.addHook("onSend", async (_request, _reply, payload) => void sent.push(payload));
app.get("/long", () => LONG);
app.get("/short", () => "ok");

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });

describe("a long answer", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd"],
    ["br", "br;q=0.5"],
    ["gzip", "gzip, deflate"],
    ["gzip", "GZIP;q=1.0, br;q=0"],
    [undefined, "identity"],
    [undefined, "deflate"],
    [undefined, "gzip;q=0, br; q=0.000"],
    [undefined, undefined],
  ])("is encoded as %s for a client that accepts %s", async (coding, accepted) => {
    const response = await get("/long", accepted);

    expect(response.headers["content-encoding"]).toBe(coding);
    const undo = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body };
    expect(
      undo[coding === "br" || coding === "gzip" ? coding : "none"](response.rawPayload).toString(),
    ).toBe(LONG);
    expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
  });

  it("has the same length for a HEAD request", async () => {
    const asked = { url: "/long", headers: { "accept-encoding": "gzip" } };
    const [body, head] = [await app.inject(asked), await app.inject({ ...asked, method: "HEAD" })];

    expect(head.payload).toBe("");
    expect(head.headers["content-length"]).toBe(body.headers["content-length"]);
  });
});

it("does not compress a short answer", async () => {
  const response = await get("/short", "gzip, br");

  expect([response.payload, response.headers["content-encoding"]]).toEqual(["ok", undefined]);
});

it("compresses bytes that are sent again only once for each encoding", async () => {
  for (const accepted of ["br", "gzip", "br", "gzip", "identity"]) {
    const response = await get("/kept", accepted);
    const undo = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
    expect(
      undo[accepted === "br" || accepted === "gzip" ? accepted : "identity"](
        response.rawPayload,
      ).toString(),
    ).toBe(LONG);
  }
  const [br, gzip, brAgain, gzipAgain, plain] = sent.slice(-5);
  expect([br === brAgain, gzip === gzipAgain, br === gzip, plain === KEPT]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
