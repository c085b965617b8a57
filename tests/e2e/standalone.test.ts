import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freePort } from "#standalone/product/postgres/free-port.ts";
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

import { liveTheFirstDay } from "./first-day.ts";

const START_WITHIN_MS = 90_000;

describeWith(["postgres", "chromium"], "the standalone product, as npm start runs it", () => {
  let folder = "";
  let product: Standalone;
  let metricsPort = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-e2e-"));
    metricsPort = await freePort();
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

  test("a later start with a super admin in its settings prints only who can sign in", async () => {
    await product.stop();
    product = await startStandalone(folder, {
      SUPER_ADMIN_EMAIL: "late@shops.example",
      SUPER_ADMIN_PASSWORD: "correct horse battery",
    });
    const admin = (await product.signIns()).at(-1);
    const signIn = { body: admin };
    const answer = await request(product.url, "POST", "/auth/super-admin-login.php", signIn);
    expect([admin?.email, answer.status]).toEqual(["admin@tillbook.example", 200]);
    expect(product.output()).toContain("SUPER_ADMIN_EMAIL was not used");
  });
});
