import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Standalone } from "#tests/kit/product/standalone-process.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const CLOSED_WITHIN_MS = 5_000;

const Token = z.object({ token: z.string() });
const Mails = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

describeWith(["postgres"], "mails of the standalone product", () => {
  let folder = "";
  let product: Standalone;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-mails-"));
    product = await startDemo(folder);
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (path: string, token?: string, init: RequestInit = {}) =>
    fetch(product.url + path, {
      ...init,
      headers: {
        ...(init.body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  const signIn = async (webServer: string, email: string): Promise<string> => {
    const people = await product.signIns();
    const person = people.find((one) => one.email === email);
    const answer = await ask(webServer, undefined, {
      method: "POST",
      body: JSON.stringify(person),
    });
    return Token.parse(await answer.json()).token;
  };

  test("are kept in the data folder and shown only to the super admin", async () => {
    const owner = await signIn("/auth/login.php", "akosua@adom.example");
    const sent = await ask("/api/notifications/test-email?email=somebody@mail.example", owner);
    expect([sent.status, await sent.json()]).toMatchObject([200, { success: true }]);

    const admin = await signIn("/auth/super-admin-login.php", "admin@tillbook.example");
    const shown = Mails.parse(await (await ask("/dev/mails/list", admin)).json());
    // There are others, caused by the demo shops' sales of today.
    expect(shown.data).toContainEqual({
      to: "somebody@mail.example",
      subject: "Test Email from Tillbook",
      text: expect.stringContaining("Adom Provisions"),
    });
    expect((await ask("/dev/mails/list")).status).toBe(401);
    expect((await ask("/dev/mails/list", owner)).status).toBe(403);
    expect(product.output()).toContain(`${product.url}/dev/mails`);

    const page = await ask("/dev/mails");
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).not.toContain("somebody@");
    const [mail = ""] = await readdir(join(folder, "mails"));
    expect((await stat(join(folder, "mails", mail))).mode & 0o077).toBe(0);
  });

  test("do not delay the shutdown while a stream is open", async () => {
    const owner = await signIn("/auth/login.php", "akosua@adom.example");
    const began = Promise.withResolvers<string>();
    const headers = { authorization: `Bearer ${owner}`, accept: "text/event-stream" };
    get(`${product.url}/api/v1/live`, { headers }, (response) => {
      response.setEncoding("utf8").once("data", began.resolve);
      response.on("error", () => undefined);
    }).on("error", () => undefined);
    expect(await began.promise).toContain("event: hello");
    const stoppedAt = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(CLOSED_WITHIN_MS);
  });
});
