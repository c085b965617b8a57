import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";
import { openDeployingProxy } from "#tests/kit/fakes/deploying-proxy.ts";
import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Standalone } from "#tests/kit/product/standalone-process.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

/**
 * What a browser logs for a request without a network. The app says it is offline, so this is not
 * an error.
 */
const NO_NETWORK = /net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/;

describeWith(["postgres", "chromium"], "the app shell on the device", () => {
  let folder = "";
  let product: Standalone;
  let front: Awaited<ReturnType<typeof openDeployingProxy>>;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-shell-"));
    product = await startDemo(folder);
    front = await openDeployingProxy(product.url);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await front.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const signIn = async (page: Page): Promise<void> => {
    const [owner] = await product.signIns();
    await page.goto(`${front.url}/auth/login`);
    await page.getByLabel("Email").fill(owner?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(owner?.password ?? "");
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/app/dashboard");
  };
  const shellIsKept = (page: Page) =>
    page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const keptPaths = (page: Page) =>
    page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(stores.map((store) => store.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  const row = (page: Page) => page.getByRole("row").nth(1);

  test("SHELL-14, SHELL-16: it opens without a network and says that it is offline", async () => {
    const { page, context, complaints } = await openPage(browser, PHONE);
    await signIn(page);
    await shellIsKept(page);
    await context.setOffline(true);
    await page.goto(`${front.url}/app/products`);
    await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
    await page.getByText("You're offline.").waitFor();
    await page.getByText("Error loading products").waitFor();
    await page.reload();
    await page.getByText("You're offline.").waitFor();
    await page.getByRole("link", { name: "Inventory" }).click();
    await page.getByText("Error loading inventory").waitFor();

    await context.setOffline(false);
    await page.getByText("You're back online.", { exact: true }).waitFor();
    await row(page).waitFor();
    expect(complaints.filter((complaint) => !NO_NETWORK.test(complaint))).toEqual([]);
    const paths = await keptPaths(page);
    expect(paths).toContain("/app");
    expect(paths.filter((path) => /^\/api|\.php/.test(path))).toEqual([]);
    await context.close();
  });

  test("SHELL-14: it can be installed", async () => {
    const { page, context } = await openPage(browser, PHONE);
    await page.goto(`${front.url}/auth/login`);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { icons }: { icons: { src: string; sizes: string }[] } = JSON.parse(data ?? "{}");
    for (const { src, sizes } of icons.filter((icon) => icon.src.endsWith(".png"))) {
      const drawn = await page.evaluate(async (address) => {
        const image = Object.assign(new Image(), { src: address });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(drawn).toBe(sizes);
    }
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A browser under test is always private.
    const inTheWay = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
    expect(inTheWay).toEqual([]);
    await context.close();
  });

  test("SHELL-15: a new version is announced, and applied when the user says so", async () => {
    const { page, context, complaints } = await openPage(browser, PHONE);
    await signIn(page);
    await shellIsKept(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const isSameDocument = () => page.evaluate(() => "sameDocument" in window);
    front.deploy();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.getByText("Update ready").waitFor();
    expect(await isSameDocument()).toBe(true);
    await page.getByRole("button", { name: "Update now" }).click();
    await page.waitForFunction(() => !("sameDocument" in window));
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    expect(await page.getByText("Update ready").count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
