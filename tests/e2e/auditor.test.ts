import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { SignedHeads } from "#kernel/contract/api/signed-head.ts";
import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { verifyBundle } from "#tests/kit/product/verify-bundle.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const Id = z.object({ id: z.string() });
const REASON = "Rung up twice";
/** The log of a new business is signed at once. */
const SIGNED_WITHIN_MS = 30_000;

describeWith(["postgres", "chromium", "python3"], "an auditor of a shop", () => {
  let app: OpenProduct;
  let folder = "";
  let auditor: Signed;

  beforeAll(async () => {
    app = await openProduct();
    folder = await mkdtemp(join(tmpdir(), "tillbook-auditor-"));
    auditor = await sellAndVoid(app);
  }, 180_000);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const visit = (size: typeof PHONE): Promise<OpenedPage> => app.visitAs(auditor, { size });
  const leave = async ({ context, complaints }: OpenedPage) => {
    expect(complaints).toEqual([]);
    await context.close();
  };

  test.each([
    ["a phone", PHONE],
    ["a desktop", DESKTOP],
  ])(
    "AUDIT-43: on %s an auditor finds a voided sale, its history, the shop before it, and the events of that figure",
    async (_, size) => {
      const opened = await visit(size);
      const { page } = opened;
      await findTheVoid(page, app.url);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("link", { name: /^History of Sale/ }).click();
      await page.getByRole("heading", { name: /^History of Sale/ }).waitFor();
      const lines = page.getByRole("button", { name: / Event \d+$/ });
      await expect.poll(() => lines.allInnerTexts()).toHaveLength(2);
      expect(await lines.first().innerText()).toMatch(/^Afia Pokuaa sold 1 x Kente strip/);
      expect(await lines.last().innerText()).toContain(REASON);

      await lines.last().click();
      await dialog.getByRole("link", { name: "Shop before this event" }).click();
      await page.getByRole("region", { name: "Past date" }).waitFor();
      const total = page.getByRole("button", { name: "History of Total Sales" });
      await total.waitFor();
      await expect.poll(() => bodyText(page)).toMatch(/Total Sales GH₵ ?75\.00/);
      await total.click();
      await dialog.getByText("= GH₵75.00").waitFor();
      expect(await dialog.getByRole("listitem").count()).toBe(2);
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Back to now" }).click();
      await expect.poll(() => bodyText(page)).toMatch(/Total Sales GH₵ ?50\.00/);
      await leave(opened);
    },
  );

  test("AUDIT-43: an auditor verifies the log", async () => {
    const opened = await visit(DESKTOP);
    await opened.page.goto(`${app.url}/app/audit?tab=proof`);
    await opened.page.getByRole("button", { name: "Verify the log" }).click();
    await opened.page.getByText(/^The log is intact: \d+ events checked/).waitFor();
    await leave(opened);
  });

  test(
    "AUDIT-43: an auditor exports the log, and the export verifies with only the file and the key",
    async () => {
      const { keys } = await signed(app, auditor);
      const opened = await visit(DESKTOP);
      await opened.page.goto(`${app.url}/app/audit?tab=proof`);
      const [file] = await Promise.all([
        opened.page.waitForEvent("download"),
        opened.page.getByRole("button", { name: "Export the log" }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^tillbook-.+\.jsonl$/);
      const bundle = join(folder, file.suggestedFilename());
      await file.saveAs(bundle);
      const verified = await verifyBundle([bundle, "--key", keys[0]?.verifier_key ?? ""]);
      expect([verified.code, verified.out]).toEqual([
        0,
        expect.stringMatching(/^holds: \d+ events, /),
      ]);
      await leave(opened);
    },
    SIGNED_WITHIN_MS + 30_000,
  );
});

/** A new shop that sold for 50 and for 25 and voided the second sale; signs in its auditor. */
async function sellAndVoid({ api, signedIn }: OpenProduct): Promise<Signed> {
  const as = await api.signIn("/auth/register.php", {
    business_name: "Kente Corner",
    first_name: "Afia",
    last_name: "Pokuaa",
    email: `${randomUUID()}@kente.example`,
    password: "correct horse battery",
  });
  const product = { name: "Kente strip", price: 25, stock: 20 };
  const { id } = Id.parse(await api.ask("POST", "/api/products.php", { as, body: product }));
  const sell = async (quantity: number) => {
    const items = [{ product_id: id, quantity, unit_price: 25 }];
    const body = { items, payment_method: "cash" };
    return Id.parse(await api.ask("POST", "/api/sales.php", { as, body }));
  };
  await sell(2);
  const twice = await sell(1);
  await api.ask("DELETE", "/api/sales.php", { as, body: { id: twice.id, reason: REASON } });
  return acceptedStaff(
    api,
    { owner: as, admin: await signedIn("admin") },
    {
      email: `${randomUUID()}@books.example`,
      role: "auditor",
      first_name: "Efua",
      last_name: "Owusu",
    },
  );
}

/** Finds the void in the list of all events, without knowing its number. */
async function findTheVoid(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/audit`);
  await page.getByLabel("Type").selectOption("SaleVoided");
  const found = page.getByRole("button", { name: new RegExp(` voided the sale.*${REASON}`) });
  await found.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Hashes and stored text").waitFor();
  await dialog.getByText("Afia Pokuaa", { exact: true }).waitFor();
}

/** The shop's signed heads, once there are any. */
async function signed({ api }: OpenProduct, as: Signed): Promise<SignedHeads> {
  const ask = async () =>
    SignedHeads.parse(await api.ask("GET", "/api/v1/audit/checkpoints", { as }));
  await expect
    .poll(async () => (await ask()).checkpoints.length, {
      timeout: SIGNED_WITHIN_MS,
      interval: 1_000,
    })
    .toBeGreaterThan(0);
  return ask();
}
