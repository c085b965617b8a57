import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";
import {
  askedMetrics,
  NOT_STANDALONE,
  personalIn,
  readMetrics,
  readMonitoring,
  shownMetrics,
} from "#tests/kit/product/metrics.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { request } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import { liveTheFirstDay } from "./first-day.ts";

const START_WITHIN_MS = 90_000;
const PATIENCE = { timeout: 60_000 };
const PORTAL_HOST = "localhost";
const TENANTS = "/api/super-admin.php/tenants";
const SHOP_LOGIN = "/auth/login";
const PORTAL_LOGIN = "/auth/super-admin";

describeWith(["postgres", "chromium"], "the standalone product, as npm start runs it", () => {
  let folder = "";
  let product: Standalone;
  let metricsPort = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-e2e-"));
    metricsPort = await ownPort();
    product = await startStandalone(folder, { METRICS_PORT: String(metricsPort) });
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("starts within 90 s and prints its address and how to sign in", () => {
    expect(product.startedInMs).toBeLessThan(START_WITHIN_MS);
    expect(product.output()).toContain("akosua@adom.example");
    expect(product.output()).toContain("admin@tillbook.example");
  });

  test.each([
    ["a phone", PHONE],
    ["a desktop", DESKTOP],
  ])(
    "on %s a shop registers, adds a product, sells 3 and sees them on its dashboard",
    async (_, size) => {
      const browser = await openBrowser();
      try {
        const { page, complaints } = await openPage(browser, size);
        await liveTheFirstDay(page, product.url);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );

  test("its metrics have everything that it has, and name neither a shop nor a person", async () => {
    const text = await readMetrics(`127.0.0.1:${metricsPort}`);
    const shown = shownMetrics(text);
    const asked = askedMetrics(readMonitoring("rules") + readMonitoring("dashboard"));
    expect(asked.filter((name) => !shown.has(name) && !NOT_STANDALONE.test(name))).toEqual([]);
    expect(text).toMatch(/^tillbook_not_ready 0$/m);
    expect([...personalIn(text), ...(text.match(/adom|akosua|milo/gi) ?? [])]).toEqual([]);
    const planted = `${text}r{route="/sales/018f0000-0000-7000-8000-00000000ffff",by="ama@adom.example"} 1`;
    expect(personalIn(planted)).toHaveLength(2);
  });

  test("a second start seeds nothing and keeps everything", async () => {
    const before = await product.signIns();
    await product.stop();
    product = await startStandalone(folder);
    expect(product.output()).not.toContain("Filling");
    expect(await product.signIns()).toEqual(before);
  });

  /** The same product by another name of this machine. */
  const portal = () => product.url.replace("127.0.0.1", PORTAL_HOST);
  /** The status of the page and, if it is one, its heading. */
  async function seenAt(page: Page, address: string): Promise<string> {
    const status = (await page.goto(address))?.status() ?? 0;
    if (status !== 200) return String(status);
    const title = page.getByRole("heading", { level: 1 });
    await title.waitFor(PATIENCE);
    return title.innerText();
  }
  async function signInAt(page: Page, start: string): Promise<void> {
    const person = (await product.signIns()).find(({ email }) => email.startsWith(start));
    await page.getByLabel("Email").fill(person?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
    await page.locator("form button[type=submit]").click();
  }
  const callIn = (page: Page, path: string): Promise<number> =>
    page.evaluate(async (asked) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      return (await fetch(asked, { headers })).status;
    }, path);

  test("ADMIN-34: without PLATFORM_HOST shops and super admins sign in at every host name", async () => {
    const browser = await openBrowser();
    const { page } = await openPage(browser, DESKTOP);
    const owner = { body: (await product.signIns())[0] };
    for (const host of [product.url, portal()]) {
      expect((await request(host, "POST", "/auth/login.php", owner)).status).toBe(200);
      expect(await seenAt(page, host + SHOP_LOGIN)).toBe("Sign in");
      expect(await seenAt(page, host + PORTAL_LOGIN)).toBe("Super admin");
    }
    await signInAt(page, "admin@");
    await page.getByRole("heading", { name: "Super Admin Dashboard" }).waitFor(PATIENCE);
    await browser.close();
  });

  test("a later start with a super admin in its settings prints only who can sign in", async () => {
    await product.stop();
    product = await startStandalone(folder, {
      PLATFORM_HOST: PORTAL_HOST,
      SUPER_ADMIN_EMAIL: "late@shops.example",
      SUPER_ADMIN_PASSWORD: "correct horse battery",
    });
    const admin = (await product.signIns()).at(-1);
    const signIn = { body: admin };
    const answer = await request(portal(), "POST", "/auth/super-admin-login.php", signIn);
    expect([admin?.email, answer.status]).toEqual(["admin@tillbook.example", 200]);
    expect(product.output()).toContain("SUPER_ADMIN_EMAIL was not used");
  });

  test("ADMIN-34: with PLATFORM_HOST the portal is at that host name alone, and shops sign in elsewhere", async () => {
    const browser = await openBrowser();
    const { page } = await openPage(browser, DESKTOP);
    expect(await seenAt(page, `${portal()}/`)).toBe("Super admin");
    await signInAt(page, "admin@");
    await page.getByRole("heading", { name: "Super Admin Dashboard" }).waitFor(PATIENCE);
    expect(await callIn(page, TENANTS)).toBe(200);
    const token = await page.evaluate(() => localStorage.getItem("token"));
    for (const path of [SHOP_LOGIN, "/auth/register"]) {
      expect(await seenAt(page, portal() + path)).toBe("404");
    }
    const owner = { body: (await product.signIns())[0] };
    for (const [base, path, status] of [
      [portal(), "/auth/login.php", 404],
      [product.url, "/auth/super-admin-login.php", 404],
    ] as const) {
      expect((await request(base, "POST", path, owner)).status).toBe(status);
    }

    expect(await seenAt(page, product.url + SHOP_LOGIN)).toBe("Sign in");
    await signInAt(page, "akosua@");
    await page.getByRole("heading", { name: "Dashboard", exact: true }).waitFor(PATIENCE);
    await page.evaluate((admin) => localStorage.setItem("token", admin ?? ""), token);
    expect(await callIn(page, TENANTS)).toBe(404);
    for (const path of [PORTAL_LOGIN, "/app/super-admin", "/app/tenant-management"]) {
      expect(await seenAt(page, product.url + path)).toBe("404");
    }
    await browser.close();
  });
});
