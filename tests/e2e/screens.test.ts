import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";
import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Standalone } from "#tests/kit/product/standalone-process.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SIZES = [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
] as const;

describeWith(["postgres", "chromium"], "the screens of the standalone product", () => {
  let folder = "";
  let product: Standalone;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-screens-"));
    product = await startDemo(folder);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const signIn = async (page: Page): Promise<void> => {
    const [owner] = await product.signIns();
    await page.goto(`${product.url}/auth/login`);
    await page.getByLabel("Email").fill(owner?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(owner?.password ?? "");
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/app/dashboard");
  };

  test.each(SIZES)("on %s a customer is added, found, changed and deleted", async (_, size) => {
    const { page, context, complaints } = await openPage(browser, size);
    await signIn(page);
    await page.goto(`${product.url}/app/customers`);
    await page.getByRole("button", { name: "Add Customer" }).click();
    const dialog = page.getByRole("dialog");
    const last = `Owusu ${size.width}`;
    await dialog.getByLabel("First Name").fill("Ama");
    await dialog.getByLabel("Last Name").fill(last);
    await dialog.getByLabel("Phone").fill("024 000 1111");
    await dialog.getByRole("button", { name: "Add Customer" }).click();
    await page.getByRole("searchbox").fill(last.toUpperCase());
    await page.getByText(`Ama ${last}`).waitFor();

    await page.getByRole("button", { name: `Edit Ama ${last}` }).click();
    await dialog.getByLabel("Address").fill("Labone, Accra");
    await dialog.getByRole("button", { name: "Update Customer" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: `Ama ${last}` }).waitFor();
    expect(await page.getByRole("row", { name: `Ama ${last}` }).textContent()).toContain("Labone");

    await page.getByRole("button", { name: `Delete Ama ${last}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: `Ama ${last}` }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(SIZES)("on %s stock is adjusted and the movement is in its list", async (_, size) => {
    const { page, context, complaints } = await openPage(browser, size);
    await signIn(page);
    await page.goto(`${product.url}/app/inventory`);
    const adjust = page.getByRole("button", { name: /^Adjust / }).first();
    const name = ((await adjust.textContent()) ?? "").replace("Adjust ", "");
    await adjust.click();
    const dialog = page.getByRole("dialog");
    const reason = `Delivery for ${size.width}`;
    await dialog.getByLabel("Quantity").fill("7");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Adjust stock" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: `${name} stock movements` }).click();
    await dialog.getByText(reason).waitFor();
    expect(await dialog.getByRole("listitem").first().textContent()).toContain("+ 7");
    // The whole list is reachable: the dialog scrolls and cuts nothing off.
    const cutOffPx = await dialog
      .getByRole("list")
      .evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(cutOffPx).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(SIZES)("on %s a guest reads the public pages and sends a message", async (_, size) => {
    const { page, context, complaints } = await openPage(browser, size);
    for (const path of ["/", "/features", "/pricing", "/about"]) {
      expect((await page.goto(`${product.url}${path}`))?.status()).toBe(200);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    await page.goto(`${product.url}/contact`);
    await page.getByLabel("First name").fill("Ama");
    await page.getByLabel("Last name").fill("Owusu");
    await page.getByLabel("Email").fill("ama@mail.example");
    await page.getByLabel("Subject").selectOption("sales");
    await page.getByLabel("Message").fill("How many tills may I have?");
    await page.getByRole("button", { name: "Send message" }).click();
    await page
      .getByText("Message sent successfully! We'll get back to you soon.", { exact: true })
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a forgotten password is requested, and an invalid link is refused", async () => {
    const { page, context } = await openPage(browser, PHONE);
    await page.goto(`${product.url}/auth/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email").fill("unknown@mail.example");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByText("If an account with that email exists").waitFor();
    await page.goto(`${product.url}/auth/reset-password?token=not-a-link`);
    await page.getByLabel("New password").fill("correct horse battery");
    await page.getByLabel("Confirm password").fill("correct horse battery");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    await context.close();
  });
});
