import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const SEND = "POST /api/v1/contact";
const SENT = "Message sent successfully! We'll get back to you soon.";
const FAILED = "Failed to send message. Please try again.";
/** The sign and the figure are elements of their own. */
const monthly = (amount: string) => (_: string, element: Element | null) =>
  element?.tagName === "P" && element.textContent === `${amount} a month`;

const PAGES = ["/", "/features", "/pricing", "/about", "/contact"] as const;

describe("the public pages", () => {
  test.each([
    ["/", "The whole shop, on the phone you already own.", "Point of sale for small shops"],
    ["/features", "Everything behind the counter.", "Features"],
    ["/pricing", "A price for the shop you have.", "Pricing"],
    ["/about", "Made for the counter.", "About"],
    ["/contact", "Talk to us.", "Contact"],
  ] as const)(
    "SITE-01, SITE-09: %s has its heading, its title, and the way in",
    async (path, heading, title) => {
      open(path);
      await screen.findByRole("heading", { level: 1, name: heading });
      expect(document.title).toBe(`${title} · Tillbook`);
      const head = within(screen.getByRole("banner"));
      expect(head.getByRole("link", { name: "Get Started" }).getAttribute("href")).toBe(
        "/auth/register",
      );
      const foot = within(screen.getByRole("contentinfo"));
      expect(foot.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth/login");
      foot.getByText("Mon-Fri 9-18, Sat 10-16, Sun closed (WAT)");
    },
  );

  test("SITE-01: link to each other under a fixed header", async () => {
    const user = open("/");
    const banner = await screen.findByRole("banner");
    const nav = await within(banner).findByRole("navigation", { name: "Main" });
    expect(
      within(nav)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Home", "Features", "Pricing", "About", "Contact"]);
    await user.click(within(nav).getByRole("link", { name: "Pricing" }));
    await screen.findByRole("heading", { name: "A price for the shop you have." });
    expect(screen.getByRole("banner")).toBe(banner);
    const pricing = within(nav).getByRole("link", { name: "Pricing" });
    expect(pricing.getAttribute("aria-current")).toBe("page");
  });

  test.each(PAGES)("SITE-02: %s sends a signed-in person to the dashboard", async (path) => {
    fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
    open(path, "owner");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(location.pathname).toBe("/app/dashboard");
  });

  test("SITE-03: say of their stories that the shops are demo shops", async () => {
    open("/");
    await screen.findByText("From the counter");
    expect(screen.getAllByText(/\(demo shop\)$/)).toHaveLength(3);
  });

  test("SITE-05: quote each plan in the cedis that are charged, and in naira", async () => {
    open("/pricing");
    const plan = async (name: string) =>
      (await screen.findByRole("heading", { level: 3, name })).closest("li")?.textContent;
    expect(await plan("Free")).toMatch(
      /GH₵0\.00 a month.*₦0 .*100 products50 transactions a month1 user/,
    );
    expect(await plan("Basic")).toMatch(/GH₵50\.00 a month.*₦5,000 .*1,000 products.*3 users/);
    expect(await plan("Pro")).toMatch(
      /GH₵150\.00 a month.*₦15,000 .*10 usersMulti-location \(coming soon\)API access/,
    );
    screen.getByText("20% discount for annual payment. Cancel any time.");
    expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact");
  });

  test("SITE-06: quote the cedi prices of the platform settings once loaded", async () => {
    const set = { premium_price: 62.5, enterprise_price: 180, trial_days: 14 };
    fake.server.on("GET /api/v1/public-settings", succeeds({ ...set, maintenance_banner: null }));
    open("/pricing");
    await screen.findByText(monthly("GH₵62.50"));
    screen.getByText(monthly("GH₵180.00"));
    screen.getByText(monthly("GH₵0.00"));
  });

  test.each([
    ["are not known yet", hangs],
    ["cannot be asked for", breaks],
    ["make no sense", succeeds({ premium_price: "free" })],
  ])("SITE-06: quote the usual cedis while the present ones %s", async (_, answer) => {
    fake.server.on("GET /api/v1/public-settings", answer);
    open("/pricing");
    await screen.findByText(monthly("GH₵50.00"));
    await waitFor(() => expect(fake.server.calls("GET /api/v1/public-settings")).not.toEqual([]));
    screen.getByText(monthly("GH₵150.00"));
  });

  test("SITE-04: list what the product does in four kinds, and the integrations", async () => {
    open("/features");
    for (const name of [
      "Sales and checkout",
      "Inventory",
      "Customers",
      "Security",
      "Integrations",
    ]) {
      await screen.findByRole("heading", { level: 2, name });
    }
  });

  test("SITE-07: explain trial, payment, changes, cancellation and larger needs", async () => {
    open("/pricing");
    const text = (await screen.findByRole("main")).textContent;
    for (const words of [
      "14 days free",
      "20% discount for annual payment",
      "Cancel any time",
      "access to the end of the billing period",
      "you pay only the difference",
    ]) {
      expect(text).toContain(words);
    }
    screen.getByRole("heading", { name: "Questions" });
    const more = screen.getByRole("link", { name: "Contact us" });
    expect(more.getAttribute("href")).toBe("/contact");
  });

  test("SITE-08: offer work by mail", async () => {
    open("/about");
    const mail = await screen.findByRole("link", { name: "careers@tillbook.example" });
    expect(mail.getAttribute("href")).toBe("mailto:careers@tillbook.example");
  });
});

describe("the contact form", () => {
  const fillIn = async (message = "How many tills may I have?") => {
    const user = open("/contact");
    await user.type(await screen.findByLabelText("First name"), "Ama");
    await user.type(screen.getByLabelText("Last name"), "Owusu");
    await user.type(screen.getByLabelText("Email"), "ama@mail.example");
    await user.selectOptions(screen.getByLabelText("Subject"), "Sales");
    await user.type(screen.getByLabelText("Message"), message);
    await user.click(screen.getByRole("button", { name: "Send message" }));
    return user;
  };

  test("SITE-10: has a text for each missing field", async () => {
    const user = open("/contact");
    await user.click(await screen.findByRole("button", { name: "Send message" }));
    for (const text of [
      "First name is required",
      "Last name is required",
      "Email is required",
      "Please select a subject",
      "Message is required",
    ]) {
      await screen.findByText(text);
    }
    expect(fake.server.calls(SEND)).toEqual([]);
  });

  test("needs a message of some length", async () => {
    await fillIn("Hello");
    await screen.findByText("Message must be at least 10 characters");
    expect(fake.server.calls(SEND)).toEqual([]);
  });

  test("SITE-11: sends the message, says so and clears the form", async () => {
    fake.server.on(SEND, answers({ success: true, message: SENT }));
    await fillIn();
    await screen.findByText(SENT);
    expect(fake.server.calls(SEND).map(({ body }) => body)).toEqual([
      {
        first_name: "Ama",
        last_name: "Owusu",
        email: "ama@mail.example",
        subject: "sales",
        message: "How many tills may I have?",
      },
    ]);
    await waitFor(() => expect(screen.queryByDisplayValue("Ama")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  test.each([
    ["there is no answer", breaks],
    ["one wrote too often", refuses(429, "Too many requests")],
  ])(
    "SITE-12: keeps the message when %s, and sends it again under the same key",
    async (_, answer) => {
      fake.server.on(SEND, answer, answers({ success: true, message: SENT }));
      const user = await fillIn();
      expect((await screen.findAllByText(FAILED)).length).toBeGreaterThan(0);
      screen.getByDisplayValue("How many tills may I have?");
      await user.click(screen.getByRole("button", { name: "Send message" }));
      await screen.findByText(SENT);
      const sent = fake.server.calls(SEND).map(({ headers }) => headers.get("idempotency-key"));
      expect(new Set(sent).size).toBe(1);
    },
  );
});
