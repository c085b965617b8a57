import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { request } from "#web/api/http-client.ts";
import { notSavedText, RequestError } from "#web/api/request-error.ts";
import { mayRetry, queryRetryDelayMs } from "#web/app/query.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();
const Thing = z.object({ success: z.literal(true), data: z.object({ id: z.string() }) });
const ask = () => request("/api/thing", Thing);
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof RequestError ? error : undefined),
  );

describe("a request", () => {
  test("carries the token, and the key and body of a command", async () => {
    fake.server.on("POST /api/thing", succeeds({ id: "t-1" }));
    session.start(signedInAs("owner"));
    await request("/api/thing", Thing, { method: "POST", json: { a: 1 }, commandKey: "key-1" });
    const [call] = fake.server.calls("POST /api/thing");
    expect(call?.headers.get("authorization")).toBe("Bearer token-of-owner");
    expect(call?.headers.get("idempotency-key")).toBe("key-1");
    expect(call?.headers.get("content-type")).toBe("application/json");
    expect(call?.body).toEqual({ a: 1 });
  });

  test("carries no token without a session", async () => {
    fake.server.on("GET /api/thing", succeeds({ id: "t-1" }));
    await ask();
    expect(fake.server.calls("GET /api/thing")[0]?.headers.has("authorization")).toBe(false);
  });

  test("fails with the server's message and code if refused", async () => {
    fake.server.on(
      "GET /api/thing",
      refuses(409, "Insufficient stock for Milo", "insufficient-stock"),
    );
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({
      kind: "refused",
      status: 409,
      message: "Insufficient stock for Milo",
      code: "insufficient-stock",
    });
  });

  test("is refused by success: false, whatever the status", async () => {
    fake.server.on("GET /api/thing", answers({ success: false, error: "No" }));
    expect(await failureOf(ask())).toMatchObject({ kind: "refused", message: "No" });
  });

  for (const [what, answer] of [
    ["a lost network", breaks],
    ["a server error", refuses(503, "Later")],
    ["a response of another shape", answers({ success: true, data: {} })],
    ["a response that is not JSON", () => new Response("<html>")],
  ] as const) {
    test(`fails after ${what}`, async () => {
      fake.server.on("GET /api/thing", answer);
      expect(await failureOf(ask())).toMatchObject({ kind: "fault" });
    });
  }

  test("AUTH-08: ends the session on a 401 of the API only", async () => {
    session.start(signedInAs("owner"));
    fake.server.on("POST /auth/login.php", refuses(401, "Invalid email or password"));
    await failureOf(request("/auth/login.php", Thing, { method: "POST", json: {} }));
    expect(session.get()).toBeDefined();
    fake.server.on("GET /api/thing", refuses(403, "Not yours"), refuses(401, "Session ended"));
    await failureOf(ask());
    expect(session.get()).toBeDefined();
    await failureOf(ask());
    expect(session.get()).toBeUndefined();
  });

  test("AUTH-07: a late 401 for an earlier session does not end the current one", async () => {
    const late = Promise.withResolvers<Response>();
    session.start(signedInAs("owner"));
    fake.server.on("GET /api/thing", () => late.promise);
    const asked = failureOf(ask());
    session.start(signedInAs("cashier"));
    late.resolve(Response.json({ success: false, error: "Ended" }, { status: 401 }));
    expect(await asked).toMatchObject({ status: 401 });
    expect(session.get()?.token).toBe("token-of-cashier");
  });

  test("aborted by its caller is not a fault", async () => {
    fake.server.on("GET /api/thing", () => new Promise<Response>(() => undefined));
    const giveUp = new AbortController();
    const asked = request("/api/thing", Thing, { signal: giveUp.signal });
    giveUp.abort();
    await expect(asked).rejects.toThrow("aborted");
    expect(await failureOf(asked)).toBeUndefined();
  });
});

describe("retries", () => {
  const refusal = new RequestError("refused", "No", { status: 409 });
  const fault = new RequestError("fault", "No answer");

  test("STATE-03, STATE-04: happen three times after faults, never after a refusal", () => {
    expect([0, 1, 2, 3].map((failures) => mayRetry(failures, fault))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(mayRetry(0, refusal)).toBe(false);
  });

  test("STATE-03: wait 1, 2 and 4 seconds with jitter, at most 30", () => {
    expect([0, 1, 2, 9].map((failures) => queryRetryDelayMs(failures, fault, () => 0))).toEqual([
      1_000, 2_000, 4_000, 30_000,
    ]);
    expect(queryRetryDelayMs(0, fault, () => 1)).toBe(1_250);
  });

  test("wait as long as the server asks", () => {
    const busy = new RequestError("fault", "Later", { status: 503, retryAfterMs: 7_000 });
    expect(queryRetryDelayMs(0, busy, () => 0)).toBe(7_000);
  });

  test("messages tell a refusal from an unknown outcome", () => {
    expect(notSavedText(refusal)).toBe("Not saved. No");
    expect(notSavedText(fault)).toContain("couldn't confirm this saved");
  });
});
