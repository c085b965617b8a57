import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { CustomerId } from "#kernel/contract/ids.ts";
import { open } from "#tests/web/kit/app.tsx";
import { breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import { becomeTill, ownSale, tillData } from "#tests/web/kit/own-till.ts";
import { kwame, signedInAs } from "#tests/web/kit/shop.ts";
import {
  barText,
  onScreen,
  openTill,
  press,
  PRODUCTS,
  RECORD,
  recorded,
  SELL,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";
import { session } from "#web/state/session.ts";
import { worker } from "#web/state/worker.ts";
import { CartGone, till as ownTill } from "#web/till/till.ts";

const NEW_CUSTOMER = "01990000-0000-7000-8000-00000000c0de";

const fake = tillEachTest();
afterEach(() => void vi.restoreAllMocks());

const offline = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

const chargeMilo = async (role?: string) => {
  await openTill(role);
  fireEvent.click(tile("Milo 400g"));
  press("Charge");
  await screen.findByRole("region", { name: "Charge" });
};

describe("a till", () => {
  test("TILL-80: sells what its device holds, without a request", async () => {
    becomeTill();
    const user = await openTill();
    expect(tile("Milo 400g").textContent).toContain("3 left");
    await user.keyboard("{F2}");
    const sheet = await screen.findByRole("dialog", { name: "Customer" });
    await within(sheet).findByText("Yaa Asantewaa");
    expect(within(sheet).queryByText("Gone Customer")).toBeNull();
    const asked = [PRODUCTS, "GET /api/customers.php", "GET /api/v1/settings"];
    expect(asked.flatMap((route) => fake.server.calls(route))).toEqual([]);
  });

  test.each([
    ["with a network", () => undefined],
    ["without a network", offline],
  ])("TILL-81: %s shows number, change and receipt at once", async (_, cut) => {
    cut();
    const till = becomeTill();
    const sale = ownSale({ number: 57, state: "to-send" });
    till.recordSale.mockResolvedValue(sale);
    await chargeMilo();
    press("GH₵70");
    await screen.findByText("Paid in cash");
    screen.getByText("Give change");
    const receipt = await screen.findByRole("article", { name: "Receipt" });
    within(receipt).getByText("1-2-57");
    within(receipt).getByText("Ama Serwaa");
    expect(till.recordSale).toHaveBeenCalledOnce();
    expect(till.recordSale.mock.calls[0]?.[0]).toMatchObject({
      parts: [{ method: "cash", amountMinor: 6_200, givenMinor: 7_000 }],
    });
    expect(fake.sent()).toEqual([]);
  });

  test("SALE-32: asks the server for the number of a customer who was just added", async () => {
    const till = becomeTill();
    const sale = ownSale({ number: 57, state: "to-send" });
    const customer = { id: CustomerId.parse(NEW_CUSTOMER), name: "Kwame Boateng" };
    const { entry } = sale;
    till.recordSale.mockResolvedValue({
      ...sale,
      entry: { ...entry, body: { ...entry.body, customer } },
    });
    fake.server.on("GET /api/customers.php", succeeds([{ ...kwame, id: NEW_CUSTOMER }]));
    await chargeMilo();
    press("GH₵70");
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "WhatsApp" }).getAttribute("href")).toMatch(
        /^https:\/\/wa\.me\/233248114470\?text=/,
      ),
    );
  });

  test("SALE-68: says that a sale which was not sent yet cannot be emailed", async () => {
    offline();
    const till = becomeTill();
    till.recordSale.mockResolvedValue(ownSale({ number: 59, state: "to-send" }));
    await chargeMilo();
    press("GH₵70");
    fireEvent.click(await screen.findByRole("button", { name: "Email" }));
    await screen.findByText(/This sale has not reached the server yet/);
    expect(screen.queryByRole("textbox", { name: "Email the receipt to" })).toBeNull();
  });

  test("SALE-68: once it was sent it can be emailed, also when its day is over", async () => {
    const till = becomeTill();
    const sale = ownSale({ number: 60, state: "to-send" });
    till.recordSale.mockResolvedValue(sale);
    await chargeMilo();
    press("GH₵70");
    fireEvent.click(await screen.findByRole("button", { name: "Email" }));
    act(() => till.show({ sales: [sale] }));
    await screen.findByText(/This sale has not reached the server yet/);
    // It was sent after midnight, so the till no longer lists it.
    act(() => till.show({ sales: [] }));
    await screen.findByRole("textbox", { name: "Email the receipt to" });
  });

  test("TILL-81: notes mobile money without a network, with its reference", async () => {
    offline();
    const till = becomeTill();
    till.recordSale.mockResolvedValue(ownSale({ number: 58, state: "to-send" }));
    await chargeMilo();
    fireEvent.click(screen.getByRole("radio", { name: "MoMo" }));
    fireEvent.change(screen.getByLabelText(/^Reference/), { target: { value: "MM-7" } });
    press(/^Record MoMo/);
    await screen.findByText("Paid by MoMo");
    expect(till.recordSale.mock.calls[0]?.[0].parts).toEqual([
      { method: "mobile_money", amountMinor: 6_200, reference: "MM-7" },
    ]);
  });

  test("TILL-89: keeps the cart and says why, if the device cannot store the sale", async () => {
    const till = becomeTill();
    till.recordSale.mockRejectedValueOnce(new DOMException("full", "QuotaExceededError"));
    await chargeMilo();
    press(/^Exact/);
    await screen.findByText(/Not saved. This device couldn't store the sale/);
    expect(barText()).toContain("62.00");
    till.recordSale.mockRejectedValueOnce(new CartGone());
    press("GH₵70");
    await waitFor(() => expect(till.recordSale).toHaveBeenCalledOnce());
  });

  test("TILL-88: does not sell after too long without contact", async () => {
    const till = becomeTill({ phase: "expired" });
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByText(/14 days without contact/);
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
    expect(till.recordSale).not.toHaveBeenCalled();
  });

  test.each(["waiting", "copied", "revoked"] as const)(
    "TILL-88: that is %s sells online through the register of the server",
    async (phase) => {
      const till = becomeTill({ phase });
      fake.server.on(RECORD, recorded);
      await chargeMilo();
      press(/^Exact/);
      await screen.findByText("Paid in cash");
      expect(fake.sent()).toHaveLength(1);
      expect(till.recordSale).not.toHaveBeenCalled();
    },
  );
});

describe("before paying", () => {
  const short = (blocks: boolean) => ({
    blocks,
    findings: [{ productId: tillData().products[0]?.id ?? "", what: "short" as const, onHand: 0 }],
  });

  test("TILL-84: under a rule that blocks, a cart above the stock leads back", async () => {
    const till = becomeTill();
    till.check.mockResolvedValue(short(true));
    await chargeMilo();
    await screen.findByText("Milo 400g is out of stock");
    press(/^Take cash/);
    expect(screen.queryByRole("button", { name: "Sell anyway" })).toBeNull();
    expect(till.recordSale).not.toHaveBeenCalled();
    fireEvent.click(
      screen.getAllByRole("button", { name: "Back to the cart" })[1] ?? document.body,
    );
    expect(barText()).toContain("62.00");
  });

  test("TILL-84: where the shop asks, a person with the right sells anyway", async () => {
    const till = becomeTill({ data: tillData({ oversellPolicy: "warn" }) });
    till.check.mockResolvedValue(short(false));
    till.recordSale.mockResolvedValue(ownSale({ number: 1, state: "to-send" }));
    await chargeMilo("manager");
    fireEvent.click(await screen.findByRole("button", { name: "Sell anyway" }));
    press(/^Exact/);
    await screen.findByText("Paid in cash");
  });

  test("TILL-84: a cashier does not", async () => {
    const till = becomeTill({ data: tillData({ oversellPolicy: "warn" }) });
    till.check.mockResolvedValue(short(false));
    await chargeMilo("cashier");
    await screen.findByText("Milo 400g is out of stock");
    expect(screen.queryByRole("button", { name: "Sell anyway" })).toBeNull();
  });

  test("TILL-84: without an answer the till's own numbers warn, and the sale goes on", async () => {
    const till = becomeTill();
    till.recordSale.mockResolvedValue(ownSale({ number: 1, state: "to-send" }));
    await openTill();
    for (let taps = 0; taps < 4; taps += 1) fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByText("Only 3 of Milo 400g in stock");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
  });
});

describe("the head of Sell", () => {
  test("TILL-85: names the till, and what waits", async () => {
    const till = becomeTill();
    await openTill();
    screen.getByText("Till 2, Adom Provisions, Osu");
    screen.getByRole("button", { name: "Online" });
    offline();
    act(() => void window.dispatchEvent(new Event("offline")));
    await screen.findByRole("button", { name: "Offline" });
    act(() => till.show({ toSend: 3 }));
    await screen.findByRole("button", { name: "3 to send" });
  });

  test("TILL-86: opens what is to send, what was set aside and why, and sends", async () => {
    const till = becomeTill({
      toSend: 1,
      sales: [
        ownSale({ number: 58, state: "to-send" }),
        ownSale({ number: 57, state: "aside", reason: "wrong-sums" }),
        ownSale({ number: 56, state: "sent" }),
      ],
    });
    await openTill();
    fireEvent.click(screen.getByRole("button", { name: "1 set aside" }));
    const sheet = await screen.findByRole("dialog", { name: "Till 2" });
    within(sheet).getByText("1-2-58");
    within(sheet).getByText(/Set aside: its sums do not add up/);
    expect(within(sheet).queryByText("1-2-56")).toBeNull();
    within(sheet).getByText("Android phone");
    fireEvent.click(within(sheet).getByRole("button", { name: "Mark as seen" }));
    await screen.findByRole("button", { name: "1 to send", hidden: true });
    fireEvent.click(within(sheet).getByRole("button", { name: "Send now" }));
    expect(till.sync).toHaveBeenCalled();
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    fireEvent.click(within(sheet).getByRole("button", { name: "Save as file" }));
    await waitFor(() => expect(till.exportUnsent).toHaveBeenCalled());
  });

  test("TILL-86: lists sales through the register of the server beside them", async () => {
    const till = becomeTill({ phase: "waiting" });
    fake.server.on(RECORD, breaks);
    await chargeMilo();
    press(/^Exact/);
    await screen.findByText("Not confirmed yet");
    act(() => till.show({ phase: "active" }));
    fireEvent.click(await screen.findByRole("button", { name: "1 to send", hidden: true }));
    const sheet = await screen.findByRole("dialog", { name: "Till 2" });
    within(sheet).getByText(/not confirmed yet/);
  });

  test("TILL-87: leads to today's sales, which print again as copies", async () => {
    becomeTill({ sales: [ownSale({ number: 56, state: "sent" })] });
    onScreen(true);
    await openTill();
    press("Today's sales");
    const list = await screen.findByRole("dialog", { name: "Today's sales" });
    fireEvent.click(within(list).getByRole("button", { name: /1-2-56/ }));
    const sheet = await screen.findByRole("dialog", { name: "Sale 1-2-56" });
    within(sheet).getByText("Copy", { exact: false });
    within(sheet).getByRole("button", { name: "Print" });
  });

  test("SALE-74: the original is not marked, the same receipt after it is, and the till keeps the copy", async () => {
    const till = becomeTill();
    till.recordSale.mockResolvedValue(ownSale({ number: 57, state: "to-send" }));
    const signedIn = signedInAs("owner");
    const person = "01990000-0000-7000-8000-0000000000b1";
    vi.spyOn(session, "get").mockReturnValue({
      ...signedIn,
      user: { ...signedIn.user, id: person },
    });
    const kept = new Map<string, unknown>();
    vi.spyOn(ownTill.meta, "get").mockImplementation((key) => Promise.resolve(kept.get(key)));
    vi.spyOn(ownTill.meta, "put").mockImplementation((key, value) =>
      Promise.resolve(void kept.set(key, value)),
    );
    await chargeMilo();
    press(/^Exact/);
    await screen.findByRole("article", { name: "Receipt" });
    const printed = (): string => {
      fireEvent(window, new Event("beforeprint"));
      const paper = document.querySelector("[data-receipt]")?.textContent ?? "";
      fireEvent(window, new Event("afterprint"));
      return paper;
    };
    // The article is there a moment before it listens to the browser's printing.
    await waitFor(() => expect(printed()).toMatch(/^Adom/));
    expect(kept.get("receipt-copies")).toBeUndefined();
    const message = async () => (await screen.findByRole("link", { name: "SMS" })).outerHTML;
    await waitFor(async () => expect(await message()).toContain("Copy%202"));
    expect(printed()).toMatch(/^Copy 2/);
    await screen.findByText("Printed or sent 2 times, with the original.");
    await waitFor(() =>
      expect(kept.get("receipt-copies")).toMatchObject([{ copy: 2, by: "print", person }]),
    );
    // The till asks no one: the sale has not arrived.
    expect(fake.sent()).toEqual([]);
  });

  test("TILL-90: offers an update while the cart is empty", async () => {
    becomeTill();
    vi.spyOn(worker, "get").mockReturnValue(true);
    const takeOver = vi.spyOn(worker, "takeOver").mockReturnValue();
    await openTill();
    fireEvent.click(screen.getByRole("button", { name: "Update" }));
    const sheet = await screen.findByRole("dialog", { name: "Till 2" });
    fireEvent.click(within(sheet).getByRole("button", { name: "Update now" }));
    expect(takeOver).toHaveBeenCalledOnce();
    fireEvent.click(within(sheet).getByRole("button", { name: /close/i }));
    fireEvent.click(tile("Milo 400g"));
    fireEvent.click(screen.getByRole("button", { name: "Online" }));
    await screen.findByText(/Finish or park this cart to update/);
    expect(screen.queryByRole("button", { name: "Update now" })).toBeNull();
  });

  test("TILL-91: the sales list says how many sales of this till are missing", async () => {
    becomeTill({ toSend: 3 });
    fake.server.on("GET /api/v1/sales", breaks);
    open("/app/sales", "owner");
    await screen.findByText(/3 sales on this device are not sent yet/);
    expect(screen.getByRole("link", { name: "Show in Sell" }).getAttribute("href")).toBe(SELL);
  });

  test("TILL-92: an unknown barcode is not added without a network", async () => {
    offline();
    becomeTill();
    const user = await openTill();
    await user.type(screen.getByRole("searchbox"), "60019999{Enter}");
    const sheet = await screen.findByRole("dialog", { name: "No product with this code" });
    within(sheet).getByText(/new products need a network/);
  });
});
