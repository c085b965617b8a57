import { once } from "node:events";
import { createServer } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { envelope } from "#tests/kit/fakes/things-app.ts";
import { listen, send } from "#tests/kit/http/raw-http.ts";
import { inlineScripts, sourceOf } from "#tests/kit/http/web-root.ts";
import { builtWebApp, FIRST_SCRIPT, SCRIPT } from "#tests/kit/http/web-root.ts";
import { createWebServer } from "#web/server/app.ts";

const app = createWebServer({
  webRoot: builtWebApp(),
  forward: { kind: "upstream", command: ["http://127.0.0.1:9"], query: ["http://127.0.0.1:9"] },
  logger: createLogger({ service: "web", level: "silent" }),
});
let port = 0;
beforeAll(async () => {
  port = await listen(app);
});
afterAll(() => app.close());

const page = (url: string) => app.inject({ url, headers: { accept: "text/html" } });

describe("files", () => {
  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ])("come precompressed when %s is accepted", async (accepted, encoding, unpack) => {
    const answer = await app.inject({
      url: "/assets/index-a1.js",
      headers: { "accept-encoding": accepted },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-type"]).toMatch(/javascript/);
    expect(answer.headers["vary"]).toMatch(/accept-encoding/i);
    expect(unpack(answer.rawPayload).toString()).toBe(SCRIPT);
  });

  test("with a hash in the name are kept for a year, others for a day, what tells of a new version not at all", async () => {
    const hashed = await app.inject("/assets/index-c3.css");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const manifest = await app.inject("/manifest.webmanifest");
    expect(manifest.headers["cache-control"]).toBe("no-cache");
    const plain = await app.inject("/favicon.svg");
    expect(plain.headers["cache-control"]).toMatch(/^public, max-age=86400, stale/);
    const again = await app.inject({
      url: "/favicon.svg",
      headers: { "if-none-match": String(plain.headers["etag"]) },
    });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    "/assets/gone-a1.js",
    "/sw.js",
    "/favicon.ico",
    "/assets/index-a1.js.br",
    "/index.html",
  ])("%s is not the document but 404", async (url) => {
    const answer = await page(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(envelope("not-found"));
  });

  test.each([
    "/.vite/manifest.json",
    "/../server/main.ts",
    "/assets/../../server/main.ts",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/assets//index-a1.js",
    "/%00",
  ])("%s never leads to a file", async (path) => {
    const answer = await send({ port, path, headers: { accept: "text/html" } });
    expect([400, 404]).toContain(answer.status);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false });
  });
});

describe("the document", () => {
  test.each([
    "/",
    "/app",
    "/app/products",
    "/app/sales/018f",
    "/auth/login",
    "/auth/reset-password?token=x",
  ])("%s is a page", async (url) => {
    const answer = await page(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain('<div id="root">');
  });

  test.each(["/nowhere", "/apple", "/authority/x"])("SITE-14: %s is the 404 page", async (url) => {
    const answer = await page(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<div id="root">');
    expect(answer.headers["content-security-policy"]).toBeDefined();
  });

  test("a client that wants JSON gets JSON", async () => {
    const answer = await app.inject({ url: "/nowhere", headers: { accept: "application/json" } });
    expect(answer.json()).toEqual(envelope("not-found"));
  });

  test("STATE-16: has the headers that keep foreign code out", async () => {
    const answer = await page("/app/products");
    const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(answer.body)?.[1];
    expect(Buffer.from(nonce ?? "", "base64")).toHaveLength(16);
    expect(answer.headers["content-security-policy"]).toBe(
      `default-src 'self'; script-src 'self' ${sourceOf(FIRST_SCRIPT)}; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types pos-sw pos-scan`,
    );
    expect(answer.headers).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-cache",
    });
    expect(inlineScripts(answer.body)).toEqual([FIRST_SCRIPT]);
  });

  test("STATE-21: may use the camera on our own origin, and what it has no use for on none", async () => {
    const policy = String((await page("/nowhere")).headers["permissions-policy"]).split(", ");
    const allowed = policy.filter((one) => !one.endsWith("=()"));
    expect(allowed).toEqual(
      ["autoplay", "camera", "clipboard-write", "screen-wake-lock"].map((name) => `${name}=(self)`),
    );
    expect(policy).toEqual(expect.arrayContaining(["microphone=()", "geolocation=()", "usb=()"]));
  });

  test("links the files of its page, each once", async () => {
    const login = (await page("/auth/login/")).body;
    const sales = (await page("/app/sales")).body;
    const links = [
      '<link rel="stylesheet" disabled crossorigin href="/assets/field-e5.css">',
      '<link rel="stylesheet" disabled crossorigin href="/assets/login-a7.css">',
      '<link rel="modulepreload" crossorigin href="/assets/field-d4.js">',
      '<link rel="modulepreload" crossorigin href="/assets/login-f6.js">',
    ];
    expect(links.filter((link) => !login.includes(link))).toEqual([]);
    expect(links.filter((link) => sales.includes(link))).toEqual([]);
    const files = [...login.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toHaveLength(new Set(files).size);
  });

  test("contains the styles of its page, allowed by the nonce, and waits for no style sheet", async () => {
    const login = (await page("/auth/login")).body;
    const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(login)?.[1];
    const [, styles] = /<style nonce="([^"]+)">([^<]*)<\/style>/.exec(login) ?? [];
    expect(styles).toBe(nonce);
    expect(login).toContain(">:root{}.field{}.login{}</style>");
    expect((await page("/app/sales")).body).toContain(">:root{}</style>");
    expect(login).not.toMatch(/<link rel="stylesheet"(?! disabled)/);
  });

  test("is compressed if the browser accepts that", async () => {
    const answer = await app.inject({ url: "/app", headers: { "accept-encoding": "gzip, br" } });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(answer.headers["vary"]).toMatch(/accept-encoding/i);
    expect(gunzipSync(answer.rawPayload).toString()).toContain('<div id="root">');
    expect((await page("/app")).headers["content-encoding"]).toBeUndefined();
  });

  test("STATE-16: runs an inline script only as it was built", async () => {
    const answer = await page("/app/products");
    const policy = String(answer.headers["content-security-policy"]);
    expect(
      inlineScripts(answer.body).filter((script) => !policy.includes(sourceOf(script))),
    ).toEqual([]);
    expect(policy).not.toContain(sourceOf(`${FIRST_SCRIPT} `));
    expect(policy).not.toMatch(/script-src[^;]*'(?:unsafe-inline|nonce-)/);
  });

  test("shows the frame of a shop's page until the app is there, and of no other page", async () => {
    expect((await page("/app/products")).body).toContain("<h1>Products</h1>");
    expect((await page("/app/reports")).body).toContain("<h1>Reports &amp; Analytics</h1>");
    expect((await page("/app")).body).toContain("<div data-frame>");
    for (const other of ["/", "/auth/login", "/app/sell", "/app/tenants", "/nowhere"]) {
      expect((await page(other)).body).toContain('<div id="root"></div>');
    }
  });

  test("has a new nonce each time", async () => {
    const [one, two] = await Promise.all([page("/"), page("/")]);
    expect(one.headers["content-security-policy"]).not.toBe(two.headers["content-security-policy"]);
  });

  test("allows WebAssembly on the sell screen only", async () => {
    const policy = async (url: string) => (await page(url)).headers["content-security-policy"];
    expect(await policy("/app/sell")).toContain(
      `script-src 'self' ${sourceOf(FIRST_SCRIPT)} 'wasm-unsafe-eval';`,
    );
    expect(await policy("/app/sell/x")).not.toContain("wasm");
    for (const url of ["/app/sell", "/app/products", "/auth/login"]) {
      expect(await policy(url)).toMatch(/trusted-types pos-sw pos-scan$/);
    }
    expect(await policy("/")).not.toContain("wasm");
  });

  test("HEAD has the headers and no body", async () => {
    const answer = await send({ port, path: "/app", method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, body: "" });
    expect(answer.headers["content-security-policy"]).toBeDefined();
  });
});

describe("paths outside the site", () => {
  test("API-02: an unknown .php path is 404 JSON, even for a browser", async () => {
    const answer = await page("/wp-login.php");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(envelope("not-found"));
  });

  test("API-02: a sign-in call by GET is 405", async () => {
    const answer = await page("/auth/login.php");
    expect(answer.statusCode).toBe(405);
    expect(answer.headers["allow"]).toBe("POST");
    expect(answer.json()).toEqual(envelope("method-not-allowed"));
  });

  test.each(["POST", "PUT", "TRACE", "PROPFIND"])("%s on a page is 405", async (method) => {
    const answer = await send({ port, path: "/app", method });
    expect(answer.status).toBe(405);
    expect(JSON.parse(answer.body)).toEqual(envelope("method-not-allowed"));
  });

  test("a service that cannot be reached is 503 with Retry-After", async () => {
    const answer = await app.inject("/api/products.php");
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toEqual(envelope("unavailable"));
  });

  test("live checks this process, ready also checks the services", async () => {
    expect((await app.inject("/health/live")).statusCode).toBe(200);
    expect((await app.inject("/health/ready")).statusCode).toBe(503);
  });

  test("ready follows what the services answer, not only that they answer", async () => {
    let status = 503;
    const service = createServer((_request, response) => response.writeHead(status).end());
    service.listen(0, "127.0.0.1");
    await once(service, "listening");
    const address = service.address();
    const at = typeof address === "object" && address !== null ? address.port : 0;
    const origins = [`http://127.0.0.1:${at}`];
    const own = createWebServer({
      webRoot: builtWebApp(),
      forward: { kind: "upstream", command: origins, query: origins },
      logger: createLogger({ service: "web", level: "silent" }),
    });
    const ready = async () => (await own.inject("/health/ready")).statusCode;
    expect(await ready()).toBe(503);
    status = 200;
    await expect.poll(ready, { timeout: 3_000 }).toBe(200);
    await own.close();
    service.close();
  });
});

test("a web app that was not built is reported in one clear line", () => {
  const start = () =>
    createWebServer({
      webRoot: "/nonexistent",
      forward: { kind: "upstream", command: [], query: [] },
      logger: createLogger({ service: "web", level: "silent" }),
    });
  expect(start).toThrow("the web app is not built");
});
