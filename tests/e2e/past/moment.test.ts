import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { acceptedStaff, STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { LATER_STRIP, openStripShop, STRIP, type StripShop, TIME_ZONE } from "./strip-shop.ts";

const START = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const shopClock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: TIME_ZONE });
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describeWith(["postgres", "chromium"], "the shop at an earlier moment", () => {
  let app: OpenProduct;
  let shop: StripShop;

  beforeAll(async () => {
    app = await openProduct();
    shop = await openStripShop(app);
  });
  afterAll(() => app.close());

  const bar = (page: Page) => page.getByRole("region", { name: "Past date" });
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name }).first().click();
  const says = (page: Page, text: RegExp) => expect.poll(() => bodyText(page), START).toMatch(text);
  const follow = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  const main = (page: Page) => page.getByRole("main");

  async function open(path: string, size = DESKTOP): Promise<Page> {
    const { page } = await app.visitAs(shop.owner, { size });
    await page.goto(app.url + path);
    return page;
  }
  async function openThen(path = "/app/dashboard", size = DESKTOP): Promise<Page> {
    const page = await open(`${path}${path.includes("?") ? "&" : "?"}as_of=${shop.moment}`, size);
    await bar(page).waitFor(START);
    return page;
  }

  test("ASOF-01, ASOF-02, AUDIT-46, AUDIT-47, AUDIT-48: a day and a time by the shop's clock are chosen, named in a sticky bar, changed and left", async () => {
    const page = await open("/app/dashboard");
    await says(page, /Total Sales GH₵ ?\d/);
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/dashboard.php") asked.push(searchParams.get("as_of"));
    });
    await press(page, "View a past date");
    const dialog = page.getByRole("dialog", { name: "View a past date" });
    await dialog
      .getByText(/a sale that was entered later is missing, even if it was made/)
      .waitFor();
    const before = dayOf(Date.now() - 3 * DAY_MS);
    await dialog.getByLabel("Day").fill(before);
    await dialog.getByLabel("Time").fill("17:30");
    await dialog.getByRole("button", { name: "Show" }).click();
    await bar(page)
      .getByText(/^Viewing .*, 17:30$/)
      .waitFor();
    const shown = (await bar(page).locator("time").getAttribute("datetime")) ?? "";
    expect(shopClock.format(Date.parse(shown))).toBe("17:30");
    await bar(page).getByText("This shop had recorded nothing yet.", { exact: false }).waitFor();
    await says(page, /Total Sales GH₵ ?0\.00/);
    expect(asked).toContain(shown);
    expect(await bar(page).evaluate((it) => getComputedStyle(it).position)).toBe("sticky");

    await press(page, "Change");
    expect(await dialog.getByLabel("Day").inputValue()).toBe(before);
    expect(await dialog.getByLabel("Time").inputValue()).toBe("17:30");
    await dialog.getByLabel("Day").fill(dayOf(Date.now() + 2 * DAY_MS));
    await dialog.getByRole("button", { name: "Show" }).click();
    await dialog.getByText("This moment is in the future").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await press(page, /^Sales made on /);
    await bar(page).waitFor({ state: "detached" });
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(`/app/reports?from=${before}&to=${before}`);

    await page.goto(`${app.url}/app/dashboard?as_of=${shop.moment}`);
    await bar(page).getByText("what was entered later is not here", { exact: false }).waitFor();
    await says(page, /Total Sales GH₵ ?50\.00/);
    await press(page, "Back to now");
    await bar(page).waitFor({ state: "detached" });
    await says(page, /Total Sales GH₵ ?(?:7|[1-9]\d)\d\.00/);
  });

  test("ASOF-01, ASOF-03, ASOF-05: a link shows the state after an event on every screen, also after a reload", async () => {
    const page = await openThen("/app/dashboard?period=7");
    await bar(page)
      .getByText(new RegExp(`, after event ${shop.moment}$`))
      .waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?period=7");
    await says(page, /Total Sales GH₵ ?50\.00/);
    for (const name of ["Products", "Inventory"]) {
      await follow(page, name);
      const row = main(page).getByRole("row", { name: new RegExp(STRIP) });
      await row.waitFor();
      expect(await row.innerText()).toMatch(/\b18\b/);
      expect(await main(page).getByText(LATER_STRIP).count()).toBe(0);
    }
    await follow(page, "Sales");
    await main(page).getByText("Adwoa Then").first().waitFor();
    expect(await main(page).getByRole("row").count()).toBe(2);
    await page.reload();
    await bar(page).waitFor(START);
    await main(page).getByText("Adwoa Then").first().waitFor();
    expect(await main(page).getByRole("row").count()).toBe(2);
    await follow(page, "Customers");
    await main(page).getByText("Adwoa Then").first().waitFor();
    expect(await main(page).getByText("Kojo Then").count()).toBe(0);
    await follow(page, "Reports");
    await says(page, /Total Orders 1\b/);
    await bar(page).waitFor();
  });

  test("ASOF-03: an invalid link says why and offers to go on without it", async () => {
    const page = await open("/app/dashboard?as_of=999999999", PHONE);
    await page.getByRole("heading", { name: "This date can't be shown" }).waitFor(START);
    await page.getByText("This moment is in the future").waitFor();
    await press(page, "Continue without it");
    await says(page, /Total Sales GH₵ ?\d/);
    expect(new URL(page.url()).search).toBe("");
    await expect.poll(() => bar(page).count()).toBe(0);
  });

  test("ASOF-04, ASOF-05, ASOF-07: nothing can be changed meanwhile, pages without a past say so, and signing out ends it", async () => {
    const joining = { email: `${randomUUID()}@strips.example`, first_name: "Efua", last_name: "O" };
    const people = { owner: shop.owner, admin: await app.signedIn("admin") };
    await acceptedStaff(app.api, people, { ...joining, role: "accountant" });
    const signIn = { email: joining.email, password: STAFF_PASSWORD };
    const own = await app.api.signIn("/auth/login.php", signIn);

    const page = await openThen("/app/products?add=1");
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") writes.push(request.url());
    });
    const gone = async (name: RegExp) => {
      expect(await main(page).getByRole("button", { name }).count()).toBe(0);
      expect(await main(page).getByRole("link", { name }).count()).toBe(0);
    };
    await main(page)
      .getByRole("row", { name: new RegExp(STRIP) })
      .waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await gone(/Add|Edit|Delete|Adjust|Import|Sell/);
    await follow(page, "Sales");
    await main(page).getByText("Adwoa Then").first().waitFor();
    await gone(/New Sale|Void|Delete/);
    await follow(page, "Customers");
    await main(page).getByText("Adwoa Then").first().waitFor();
    await gone(/Add|Edit|Delete|Erase|Import/);
    await follow(page, "Settings");
    await page.getByRole("heading", { name: "Not available for past dates" }).waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
    await page.goto(`${app.url}/app/sell`);
    await page.getByRole("heading", { name: "Not available for past dates" }).waitFor(START);
    expect(writes).toEqual([]);

    const { page: theirs } = await app.visitAs(own, { size: DESKTOP });
    await theirs.goto(`${app.url}/app/dashboard?as_of=${shop.moment}`);
    await bar(theirs).waitFor(START);
    await press(theirs, "Logout");
    await theirs.getByLabel("Password", { exact: true }).waitFor();
    expect(await theirs.evaluate(() => sessionStorage.getItem("past"))).toBeNull();
  });

  test("ASOF-06: another device's sale changes the present and not the moment that is shown", async () => {
    const { page } = await app.visitAs(shop.owner, { size: DESKTOP });
    const live = page.waitForRequest("**/api/v1/live");
    await page.goto(`${app.url}/app/dashboard`);
    const total = async () =>
      Number(/Total Sales GH₵ ?([\d,.]+)/.exec(await bodyText(page))?.[1]?.replaceAll(",", ""));
    await expect.poll(total, START).toBeGreaterThan(50);
    const now = await total();
    await live;
    await page.evaluate((moment) => {
      history.pushState(null, "", `/app/dashboard?as_of=${moment}`);
    }, shop.moment);
    await bar(page).waitFor();
    await expect.poll(total).toBe(50);

    const moments: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/dashboard.php") moments.push(searchParams.get("as_of"));
    });
    await shop.sellOne();
    const comeBack = async () => {
      await follow(page, "Products");
      await main(page)
        .getByRole("row", { name: new RegExp(STRIP) })
        .waitFor();
      await follow(page, "Dashboard");
      await says(page, /Total Sales GH₵ ?\d/);
      return total();
    };
    expect(await comeBack()).toBe(50);
    await press(page, "Back to now");
    await expect.poll(comeBack, START).toBe(now + 25);
    expect(moments).not.toContain(String(shop.moment));
  });

  test("ASOF-08: today and the age of a sale count from that moment", async () => {
    const { page } = await app.visitAs(shop.owner, { size: DESKTOP });
    const later = Date.now() + 5 * DAY_MS;
    await page.clock.setFixedTime(later);
    const since: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith("/api/sales.php")) since.push(searchParams.get("since") ?? "");
    });
    await page.goto(`${app.url}/app/sales`);
    await page.getByLabel("Period").selectOption("Today");
    await expect.poll(() => since.at(-1) ?? "", START).not.toBe("");
    const ofNow = Date.parse(since.at(-1) ?? "");
    expect(later - ofNow).toBeLessThan(DAY_MS);
    await page.goto(`${app.url}/app/dashboard?as_of=${shop.moment}`);
    await bar(page).waitFor(START);
    await says(page, /Total Sales GH₵ ?50\.00/);
    await says(page, /Just now|\dm ago/);
    await follow(page, "Sales");
    await page.getByLabel("Period").selectOption("Today");
    await main(page).getByText("Adwoa Then").first().waitFor();
    await expect.poll(() => Math.round((ofNow - Date.parse(since.at(-1) ?? "")) / DAY_MS)).toBe(5);
  });
});
