import { createHash } from "node:crypto";

import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { kwame, sale, saleDetail, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const ID = "01990000-0000-7000-8000-00009f3c21ab";
const MAKE = `POST /api/v1/sales/${ID}/receipt-link`;
const PATH = `/app/sales?sale=${ID}`;
const TEXT = [
  "Copy 2",
  "Adom Provisions",
  "14 Oxford Street, Osu, Accra",
  "024 455 0182",
  "",
  "Receipt: 1-1-42",
  "Date: 21 Nov 2026, 11:42",
  "Cashier: Kofi Asante",
  "Customer: Kwame Boateng",
  "",
  "Peak Milk 400g: 68.00",
  "Gino Tomato Paste 210g, 3 × 12.00: 36.00",
  "",
  "Total: GH₵104.00",
  "incl. VAT 15%: 13.57",
  "Cash: 110.00",
  "Change: 6.00",
  "",
  "Thank you. Come again!",
].join("\n");

function serve(
  customer: object = { customer_id: kwame.id, first_name: "Kwame", last_name: "Boateng" },
) {
  fake.server.on("GET /api/sales.php", succeeds([sale({ id: ID })]));
  fake.server.on("GET /api/v1/settings", succeeds(settings));
  fake.server.on("GET /api/customers.php", succeeds([kwame]));
  fake.server.on(`GET /api/v1/sales/${ID}`, succeeds(saleDetail({ id: ID, ...customer })));
}

const link = (name: string) => screen.findByRole("link", { name });
const addressOf = async (name: string) => (await link(name)).getAttribute("href");
/** The address of the receipt, with its token. */
const linkIn = (name: string): Promise<string> =>
  waitFor(async () => {
    const text = decodeURIComponent((await addressOf(name)) ?? "");
    const [found = ""] = /http:\/\/[^/]+\/r\/[\w-]{22}$/.exec(text) ?? [];
    expect(found).not.toBe("");
    return found;
  });
const button = (name: string) => screen.findByRole("button", { name });

describe("sending a receipt", () => {
  test("SALE-32: by WhatsApp and SMS as text, with the customer's number filled in", async () => {
    serve();
    open(PATH, "owner");
    await screen.findByText("14 Oxford Street, Osu, Accra", { exact: false });
    const body = encodeURIComponent(`${TEXT}\n\n${await linkIn("WhatsApp")}`);
    await waitFor(async () =>
      expect(await addressOf("WhatsApp")).toBe(`https://wa.me/233248114470?text=${body}`),
    );
    expect(await addressOf("SMS")).toBe(`sms:+233248114470?&body=${body}`);
    expect((await link("WhatsApp")).getAttribute("target")).toBe("_blank");
    expect((await link("SMS")).getAttribute("target")).toBeNull();
  });

  test("TAX-04: with the TIN of the shop under its name, on the screen, on paper and in the text", async () => {
    serve();
    const registered = { ...settings.business, tin: "C0001234567" };
    fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business: registered }));
    open(PATH, "owner");
    await screen.findByText(/024 455 0182 TIN C0001234567$/);
    window.dispatchEvent(new Event("beforeprint"));
    const paper = document.querySelector("[data-receipt]");
    expect(paper?.textContent).toContain("024 455 0182\nTIN C0001234567");
    window.dispatchEvent(new Event("afterprint"));
    expect(decodeURIComponent((await addressOf("SMS")) ?? "")).toContain(
      "024 455 0182\nTIN C0001234567\n\nReceipt",
    );
  });

  test("SALE-32: a walk-in is chosen in the app, and no customers are asked for", async () => {
    serve({});
    open(PATH, "owner");
    expect(await addressOf("WhatsApp")).toMatch(/^https:\/\/wa\.me\/\?text=/);
    expect(await addressOf("SMS")).toMatch(/^sms:\?&body=/);
    expect(fake.server.calls("GET /api/customers.php")).toEqual([]);
  });

  test("SALE-32: a role that sees no numbers does not ask for them", async () => {
    serve();
    open(PATH, "auditor");
    expect(await addressOf("WhatsApp")).toMatch(/^https:\/\/wa\.me\/\?text=/);
    expect(fake.server.calls("GET /api/customers.php")).toEqual([]);
  });

  test("SALE-32: by any app of the device, if it has a share sheet", async () => {
    serve();
    open(PATH, "owner");
    await button("Print");
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    cleanup();
    const share = vi.fn<(data: ShareData) => Promise<void>>(() =>
      Promise.reject(new Error("closed")),
    );
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
    const user = open(PATH, "owner");
    await screen.findByText("14 Oxford Street, Osu, Accra", { exact: false });
    await user.click(await button("Share"));
    const address = await linkIn("WhatsApp");
    expect(share).toHaveBeenCalledExactlyOnceWith({ text: `${TEXT}\n\n${address}` });
  });

  test("SALE-57: its link is made when it goes out, by the hash of its token", async () => {
    serve();
    fake.server.on(MAKE, succeeds({ id: ID }));
    const user = open(PATH, "owner");
    const address = await linkIn("SMS");
    expect(await linkIn("WhatsApp")).toBe(address);
    expect(fake.server.calls(MAKE)).toEqual([]);
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await user.click(await link("SMS"));
    await waitFor(() => expect(fake.server.calls(MAKE)).toHaveLength(1));
    const token = address.slice(-22);
    const body = { token_sha256: createHash("sha256").update(token).digest("hex") };
    expect(fake.server.calls(MAKE).map(({ body: sent }) => sent)).toEqual([body]);
  });

  test("SALE-57: a link that could not be made is not passed over", async () => {
    serve();
    fake.server.on(MAKE, refuses(503, "Try again."));
    const user = open(PATH, "owner");
    await linkIn("SMS");
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await user.click(await link("SMS"));
    await screen.findByText(/The link in the receipt does not work yet/);
  });

  test("SALE-57: is printed with its code, and without it if the server is not reached", async () => {
    serve();
    const printed: (boolean | undefined)[] = [];
    vi.stubGlobal("print", () => {
      window.dispatchEvent(new Event("beforeprint"));
      const paper = document.querySelector("[data-receipt]");
      printed.push(paper?.textContent?.includes("Scan to see this receipt online"));
      window.dispatchEvent(new Event("afterprint"));
    });
    fake.server.on(MAKE, refuses(409, "Not now."), succeeds({ id: ID }));
    const user = open(PATH, "owner");
    await linkIn("SMS");
    await user.click(await button("Print"));
    await waitFor(() => expect(printed).toEqual([false]));
    await user.click(await button("Print"));
    await waitFor(() => expect(printed).toEqual([false, true]));
  });

  test.each([
    ["SALE-59: where the owner turned links off", false, "owner"],
    ["SALE-57: for a role that does not see customers", true, "auditor"],
  ] as const)("has no link %s", async (_, receipt_links, role) => {
    serve({});
    const off = { ...settings, business: { ...settings.business, receipt_links } };
    fake.server.on("GET /api/v1/settings", succeeds(off));
    open(PATH, role);
    await screen.findByText("14 Oxford Street, Osu, Accra", { exact: false });
    expect(await addressOf("WhatsApp")).not.toContain(encodeURIComponent("/r/"));
  });

  describe("by email", () => {
    const SEND = `POST /api/v1/sales/${ID}/receipt-email`;
    const field = () => screen.findByRole("textbox", { name: "Email the receipt to" });

    test("SALE-60: goes to the customer's address, or to another one", async () => {
      serve();
      fake.server.on(
        "GET /api/customers.php",
        succeeds([{ ...kwame, email: "kwame@shop.example" }]),
      );
      fake.server.on(SEND, succeeds({ id: ID }));
      const user = open(PATH, "owner");
      const plain = (await button("Email")).className;
      await user.click(await button("Email"));
      await waitFor(async () =>
        expect((await field()).getAttribute("value")).toBe("kwame@shop.example"),
      );
      await user.clear(await field());
      await user.type(await field(), "ama@shop.example{Enter}");
      await screen.findByText("The receipt is on its way to ama@shop.example.");
      expect(fake.server.calls(SEND).map(({ body }) => body)).toEqual([
        { email: "ama@shop.example", copy: 2 },
      ]);
      cleanup();
      // It is marked next time, as the other ways are.
      open(PATH, "owner");
      await waitFor(async () => expect((await button("Email")).className).not.toBe(plain));
    });

    test("SALE-61: a second press and a second try send the same request", async () => {
      serve({});
      fake.server.on(SEND, refuses(503, "Try again."), succeeds({ id: ID }));
      const user = open(PATH, "owner");
      await user.click(await button("Email"));
      await user.type(await field(), "ama@shop.example");
      await user.dblClick(await button("Send"));
      await screen.findByText(/on its way to ama@shop.example/);
      const keysSent = fake.server.calls(SEND).map(({ headers }) => headers.get("idempotency-key"));
      expect(keysSent).toHaveLength(2);
      expect(new Set(keysSent).size).toBe(1);
    });

    test("SALE-60: an address that is none is not sent, and a refusal is shown", async () => {
      serve({});
      fake.server.on(SEND, refuses(409, "This customer's data was erased."));
      const user = open(PATH, "owner");
      await user.click(await button("Email"));
      await user.type(await field(), "ama{Enter}");
      expect((await field()).getAttribute("aria-invalid")).toBe("true");
      expect(fake.server.calls(SEND)).toEqual([]);
      await user.type(await field(), "@shop.example{Enter}");
      await screen.findByText("This customer's data was erased.");
    });

    test("SALE-64: is not offered to a role that does not see customers", async () => {
      serve({});
      open(PATH, "auditor");
      await button("Print");
      expect(screen.queryByRole("button", { name: "Email" })).toBeNull();
    });
  });

  test("SALE-34: what a customer got last time is marked, on this device", async () => {
    serve();
    const user = open(PATH, "owner");
    // The page would leave for another app.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    const plain = (await link("SMS")).className;
    await user.click(await link("SMS"));
    const marked = (await link("SMS")).className;
    expect(marked).not.toBe(plain);
    cleanup();
    open(PATH, "owner");
    expect((await link("SMS")).className).toBe(marked);
    expect((await link("WhatsApp")).className).toBe(plain);
  });
});
