import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { bodyText } from "#tests/kit/browser/screens/screen.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const PAGES = ["/", "/features", "/pricing", "/about", "/contact"];
const SENT = "Message sent successfully! We'll get back to you soon.";
const FAILED = "Failed to send message. Please try again.";
const MOST_AN_HOUR = 5;
const WRITER = { first_name: "Ama", last_name: "Owusu", email: "ama@mail.example" };
const ASKED = "How many tills may one shop have?";
const AGAIN = "Please call me back on Monday.";

describeWith(["postgres", "chromium"], "the public pages in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const open = async (path: string, size = DESKTOP): Promise<Page> => {
    const { page } = await app.visit("guest", { size });
    await page.goto(app.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    return page;
  };
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
  const says = async (page: Page, words: readonly string[]): Promise<void> => {
    const text = await bodyText(page);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  };
  const headings = (page: Page, level: number): Promise<string[]> =>
    page.getByRole("main").getByRole("heading", { level }).allTextContents();

  const messageOf = (page: Page) => page.getByRole("textbox", { name: "Message" });
  async function write(page: Page, message: string): Promise<void> {
    await page.getByLabel("First name").fill(WRITER.first_name);
    await page.getByLabel("Last name").fill(WRITER.last_name);
    await page.getByLabel("Email").fill(WRITER.email);
    await page.getByLabel("Subject").selectOption("Billing");
    await messageOf(page).fill(message);
  }
  const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();

  test("SITE-01: the header leads through all pages and to both ways in, and each has a footer", async () => {
    const page = await open("/");
    const head = page.getByRole("banner");
    for (const [name, path] of ["Home", "Features", "Pricing", "About", "Contact"].map(
      (label, at) => [label, PAGES[at] ?? ""] as const,
    )) {
      await head.getByRole("link", { name, exact: true }).click();
      await head.locator("[aria-current=page]", { hasText: name }).waitFor(PATIENCE);
      expect(new URL(page.url()).pathname).toBe(path);
      await page.getByRole("contentinfo").getByText("Mon-Fri 9-18").waitFor();
    }
    await head.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/auth/login");
    await page.goBack();
    await head.getByRole("link", { name: "Get Started" }).click();
    await page.waitForURL("**/auth/register");

    const phone = await open("/", PHONE);
    await phone.getByRole("button", { name: "Open menu" }).click();
    const menu = phone.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: "Sign in" }).waitFor();
    expect(await menu.getByRole("link").allTextContents()).toEqual([
      "Home",
      "Features",
      "Pricing",
      "About",
      "Contact",
      "Sign in",
    ]);
    await menu.getByRole("link", { name: "About" }).click();
    await phone.waitForURL("**/about");
    await menu.waitFor({ state: "detached" });
  });

  test("SITE-02: a person who is signed in is taken from each page to the app", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    for (const path of PAGES) {
      await page.goto(app.url + path);
      await page.waitForURL("**/app/dashboard", PATIENCE);
    }
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor(PATIENCE);
  });

  test("SITE-03, SITE-04, SITE-08: home, features and about say what the product is and who makes it", async () => {
    const page = await open("/");
    const main = page.getByRole("main");
    expect(await headings(page, 1)).toEqual(["The whole shop, on the phone you already own."]);
    expect(await headings(page, 3)).toEqual([
      "Sales and checkout",
      "Inventory",
      "Customers",
      "Reports",
      "Payments",
      "Security",
    ]);
    expect(await main.locator("blockquote").count()).toBe(3);
    expect(await main.getByText(/\(demo shop\)$/).count()).toBe(3);
    const calls = main.getByRole("link", { name: "Get Started" });
    const targets = await calls.evaluateAll((all) => all.map((call) => call.getAttribute("href")));
    expect(targets).toEqual(["/auth/register", "/auth/register"]);

    await main.getByRole("link", { name: "See the features" }).click();
    await page.getByRole("heading", { name: "Everything behind the counter." }).waitFor();
    const parts = await headings(page, 2);
    expect(parts.slice(0, 5)).toEqual([
      "Sales and checkout",
      "Inventory",
      "Customers",
      "Security",
      "Integrations",
    ]);

    await page.goto(`${app.url}/about`);
    await page.getByRole("heading", { name: "Made for the counter." }).waitFor(PATIENCE);
    expect(await headings(page, 2)).toEqual(
      expect.arrayContaining(["How it began", "What we believe", "The team", "Work with us"]),
    );
    expect(await headings(page, 3)).toEqual(
      expect.arrayContaining(["Exact", "Engineering", "Design", "Shop support", "Operations"]),
    );
    const careers = link(page, "careers@tillbook.example");
    expect(await careers.getAttribute("href")).toBe("mailto:careers@tillbook.example");
  });

  test("SITE-05, SITE-06, SITE-07: pricing has the cedis of the platform first, the naira beside them, and the terms", async () => {
    const as = await app.signedIn("admin");
    const body = { premium_price: 62.5, enterprise_price: 187.25 };
    await app.api.ask("PUT", "/api/v1/platform/settings", { as, body });
    const page = await open("/");
    const plans = page.getByRole("main").getByRole("listitem");
    const plan = (name: string) => plans.filter({ has: page.getByRole("heading", { name }) });
    // The server remembers the settings for some seconds.
    const shown = async () => {
      const asked = page.waitForResponse("**/api/v1/public-settings");
      await page.goto(`${app.url}/pricing`);
      await (await asked).finished();
      return (await plan("Basic").textContent(PATIENCE)) ?? "";
    };
    await expect.poll(shown, PATIENCE).toContain("GH₵62.50 a month");
    const texts = await Promise.all(["Free", "Basic", "Pro"].map((name) => plan(name).innerText()));
    expect(texts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "Free GH₵0.00 a month In Nigeria: ₦0 a month 100 products 50 transactions a month 1 user Get Started",
      "Basic GH₵62.50 a month In Nigeria: ₦5,000 a month 1,000 products Unlimited transactions 3 users Get Started",
      "Pro GH₵187.25 a month In Nigeria: ₦15,000 a month Unlimited products Unlimited transactions 10 users Multi-location (coming soon) API access Get Started",
    ]);
    await says(page, [
      "14 days free",
      "20% discount for annual payment",
      "Cancel any time",
      "You keep access to the end of the billing period.",
      "The change takes effect at once, and you pay only the difference.",
    ]);
    await page.getByRole("heading", { name: "Questions" }).waitFor();
    await page.getByRole("heading", { name: "Need more?" }).waitFor();
    await link(page, "Contact us").click();
    await page.waitForURL("**/contact");
  });

  test("SITE-09, SITE-10: contact has the hours, and its form says what is missing and sends nothing", async () => {
    const page = await open("/contact");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await says(page, [
      "Contact details",
      "hello@tillbook.example",
      "Quick answers",
      "Can I try it first?",
      "Mon-Fri 9-18",
      "Sat 10-16",
      "Sun closed",
      "West Africa Time (WAT)",
    ]);
    await send(page);
    await page.getByText("Message is required").waitFor();
    await says(page, [
      "First name is required",
      "Last name is required",
      "Email is required",
      "Please select a subject",
    ]);
    const subjects = page.getByLabel("Subject").locator("option");
    expect((await subjects.allTextContents()).slice(1)).toEqual([
      "Sales",
      "Support",
      "Billing",
      "Partnership",
      "Other",
    ]);
    await write(page, "Too short");
    await page.getByLabel("Email").fill("ama");
    await send(page);
    await page.getByText("Message must be at least 10 characters").waitFor();
    await page.getByText("Invalid email address").waitFor();
    expect(await page.getByText("is required").count()).toBe(0);
    expect(sent).toEqual([]);
  });

  test("SITE-11, SITE-12, SITE-13: a message is received by the super admin, and the sixth of an hour is refused and kept", async () => {
    const page = await open("/contact");
    await write(page, ASKED);
    await page.route("**/api/v1/contact", (route) => route.abort());
    await send(page);
    await page.getByRole("main").getByText(FAILED).waitFor();
    expect(await messageOf(page).inputValue()).toBe(ASKED);
    await page.unroute("**/api/v1/contact");
    await send(page);
    await page.getByText(SENT).first().waitFor();
    await expect.poll(() => messageOf(page).inputValue()).toBe("");
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    for (let time = 2; time <= MOST_AN_HOUR; time += 1) {
      const body = { ...WRITER, subject: "billing", message: `${AGAIN} ${time}` };
      await app.api.ask("POST", "/api/v1/contact", { body });
    }
    await write(page, `${AGAIN} too often`);
    const refused = page.waitForResponse("**/api/v1/contact");
    await send(page);
    expect((await refused).status()).toBe(429);
    await page.getByRole("main").getByText(FAILED).waitFor();
    expect(await messageOf(page).inputValue()).toBe(`${AGAIN} too often`);

    const { page: inbox } = await app.visit("admin", { size: DESKTOP });
    await inbox.goto(`${app.url}/app/super-admin?tab=inbox`);
    const row = inbox.getByRole("row", { name: new RegExp(ASKED.replace("?", "\\?")) });
    await row.getByRole("button", { name: "Ama Owusu" }).click(PATIENCE);
    const message = inbox.getByRole("dialog", { name: "Message from Ama Owusu" });
    await message.getByText(ASKED).waitFor();
    await message.getByText("Billing", { exact: true }).waitFor();
    await inbox.goto(`${app.url}/app/super-admin?tab=activity`);
    const noted = inbox.getByText("Contact message received: billing");
    await expect.poll(() => noted.count(), PATIENCE).toBe(MOST_AN_HOUR);
  });

  test("SITE-14: another path is answered with 404 and a page that leads home", async () => {
    const { page } = await app.visit("guest", { size: PHONE });
    for (const path of ["/nowhere", "/pricing/yearly"]) {
      const answer = await page.goto(app.url + path);
      expect(answer?.status()).toBe(404);
      await page.getByRole("heading", { name: "Page not found" }).waitFor(PATIENCE);
    }
    await link(page, "Go home").click();
    await page.getByRole("heading", { name: /^The whole shop/ }).waitFor(PATIENCE);
  });
});
