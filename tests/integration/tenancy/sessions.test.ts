import { afterAll, expect, test } from "vitest";

import { statusAndText } from "#tests/integration/command-api/routes/ask.ts";

import { listOf, openTenancy, PASSWORD, tokenOf } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());

test("SET-13: users see their sessions, end one of them, and end all others with the password", async () => {
  const owner = await suite.registerTenant();
  const cashier = await suite.hire("cashier", owner);
  const signInOn = async (device: string): Promise<string> =>
    tokenOf(
      await suite.call("POST", "/auth/login.php", {
        body: { email: owner.email, password: PASSWORD },
        headers: { "user-agent": device },
      }),
    );
  const [phone, tablet, till] = [
    await signInOn("Phone"),
    await signInOn("Tablet"),
    await signInOn("Till"),
  ];
  const sessions = async (token: string) =>
    listOf(await suite.call("GET", "/api/v1/sessions", { token }));
  const seen = await sessions(till);
  expect(seen.map(({ device }) => device)).toEqual(
    expect.arrayContaining(["Phone", "Tablet", "Till"]),
  );
  for (const session of seen) {
    expect(session).toMatchObject({
      place: expect.stringMatching(/^127\.0\.0\.0\/24$/),
      last_used_at: expect.stringMatching(/Z$/),
    });
  }
  expect(seen.filter((session) => session["is_current"]).map(({ device }) => device)).toEqual([
    "Till",
  ]);

  const idOfPhone = String(seen.find(({ device }) => device === "Phone")?.["id"]);
  expect((await suite.call("GET", "/api/products.php", { token: phone })).status).toBe(200);
  const foreign = await suite.call("DELETE", `/api/v1/sessions/${idOfPhone}`, {
    token: cashier.token,
    body: { password: PASSWORD },
  });
  expect(statusAndText(foreign)).toMatch(/^404 .*session-not-found/);
  const endPhone = (password: string) =>
    suite.call("DELETE", `/api/v1/sessions/${idOfPhone}`, { token: till, body: { password } });
  expect(statusAndText(await endPhone("not it"))).toMatch(/^403 .*wrong-password/);
  expect((await suite.call("GET", "/api/products.php", { token: phone })).status).toBe(200);
  expect((await endPhone(PASSWORD)).status).toBe(200);
  const oneMs = await suite.untilOut(phone);

  expect((await suite.call("GET", "/api/products.php", { token: tablet })).status).toBe(200);
  const endOthers = (password: string) =>
    suite.call("DELETE", "/api/v1/sessions", { token: till, body: { password } });
  expect(statusAndText(await endOthers("not it"))).toMatch(/^403 .*wrong-password/);
  expect((await suite.call("GET", "/api/products.php", { token: tablet })).status).toBe(200);
  expect((await endOthers(PASSWORD)).status).toBe(200);
  const allMs = await suite.untilOut(tablet);
  process.stdout.write(`one session ended after ${oneMs} ms, the others after ${allMs} ms\n`);
  // One second of cache, plus the round trip on a busy machine.
  expect(Math.max(oneMs, allMs)).toBeLessThan(2000);
  expect((await sessions(till)).map(({ device }) => device)).toEqual(["Till"]);
  expect((await suite.call("GET", "/api/products.php", { token: cashier.token })).status).toBe(200);
});
