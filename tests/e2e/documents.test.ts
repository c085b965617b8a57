import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { openDollarShop } from "#tests/kit/browser/screens/dollar-shop.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { inlineScripts, sourceOf } from "#tests/kit/http/web-root.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const YEAR_SECONDS = 31_536_000;
const paths = [...new Set(SCREENS.map(({ path }) => path.replace(/\?.*/, "")))];

describeWith(["postgres", "chromium"], "the document of every screen", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  test("MONEY-03: a dollar shop shows dollars and no cedis", async () => {
    const shop = await openDollarShop(app.api);
    const { page, context } = await app.visitAs(shop, { size: PHONE });
    for (const path of ["dashboard", "products", "inventory", "sales"]) {
      await page.goto(`${app.url}/app/${path}`);
      await page.getByText("$1,234.50").first().waitFor();
      expect(await bodyText(page)).not.toContain("GH₵");
    }
    await context.close();
  });

  test.each(paths)("STATE-16: %s runs no foreign code", async (path) => {
    const answer = await fetch(app.url + path, { headers: { accept: "text/html" } });
    const html = await answer.text();
    const policy = answer.headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain("'unsafe-eval'");
    const [, seconds = "0"] =
      /max-age=(\d+)/.exec(answer.headers.get("strict-transport-security") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(YEAR_SECONDS);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBeTruthy();
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    const foreign = inlineScripts(html).filter((script) => !policy.includes(sourceOf(script)));
    expect(foreign).toEqual([]);
    expect(policy).not.toMatch(/script-src[^;]*'nonce-/);
    expect(html).not.toMatch(/\son[a-z]+=/);
  });
});
