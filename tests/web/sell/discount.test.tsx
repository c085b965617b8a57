import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { ownSale } from "#tests/web/kit/own-till.ts";
import { sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import {
  barText,
  openTill,
  press,
  RECORD,
  recorded,
  settings,
  tile,
} from "#tests/web/kit/till.tsx";
import type { TillNow } from "#web/till/till.ts";

const fake = sharedTillEachTest();
const ASK = "POST /api/v1/approvals";
const MILO = "Change Milo 400g";

const withLimit = (discountLimitBp: number) =>
  act(() => fake.become({ data: fake.dataWith({ discountLimitBp }) }));
/** A browser that is no till. */
const asNoTill = () => {
  const none: Partial<TillNow> = { phase: "none" };
  act(() => fake.become(none));
};

async function openCart(role: string) {
  await openTill(role);
  fireEvent.click(tile("Gino"));
  fireEvent.click(tile("Milo 400g"));
  press(/items/);
  await screen.findByRole("dialog", { name: "2 items" });
}

async function typeDiscount(opener: string | RegExp, text: string, kind: "Amount" | "Percent") {
  fireEvent.click(await screen.findByRole("button", { name: opener }));
  const field = await screen.findByLabelText("Discount (optional)");
  fireEvent.click(screen.getByRole("radio", { name: kind }));
  fireEvent.change(field, { target: { value: text } });
  press("Done");
}
const giveTenth = () => typeDiscount("Discount", "10", "Percent");
const cartSheet = () => screen.findByRole("dialog", { name: "2 items" });

const sheetText = () => screen.getByRole("dialog", { name: /items?$/ }).textContent;

async function pay() {
  fake.sells(ownSale({ number: 57, state: "to-send" }));
  press("Close");
  press("Charge");
  press(/^Exact/);
  await screen.findByText("Paid in cash");
}

describe("a discount at the till", () => {
  test("SELL-49: an amount off a line is shown on it, and never more than its price", async () => {
    await openCart("manager");
    await typeDiscount(MILO, "62.01", "Amount");
    await screen.findByText("More than the price");
    for (const wrong of ["-1", "1.234", "some"]) {
      fireEvent.change(screen.getByLabelText("Discount (optional)"), { target: { value: wrong } });
      press("Done");
      screen.getByText("Enter an amount like 2.50");
    }
    fireEvent.change(screen.getByLabelText("Discount (optional)"), { target: { value: "2,50" } });
    press("Done");
    const sheet = await cartSheet();
    within(sheet).getByText(/62\.00 each, GH₵2\.50 off/);
    expect(sheet.textContent).toMatch(/Milo 400gGH₵59\.50/);
    await pay();
    const [sale] = fake.recordSale();
    expect(sale?.cart.lines[0]).toMatchObject({ discount: { amountMinor: 250 } });
    expect(sale?.parts).toEqual([{ method: "cash", amountMinor: 7_150 }]);
  });

  test("SELL-49: a percentage is one from 0 to 100, and an empty field ends it", async () => {
    await openCart("owner");
    await typeDiscount(MILO, "101", "Percent");
    await screen.findByText("Enter a percentage like 5");
    fireEvent.change(screen.getByLabelText("Discount (optional)"), { target: { value: "2.5" } });
    press("Done");
    within(await cartSheet()).getByText(/62\.00 each, 2\.5 % off/);
    fireEvent.click(screen.getByRole("button", { name: MILO }));
    const field = await screen.findByLabelText<HTMLInputElement>("Discount (optional)");
    expect(field.value).toBe("2.5");
    fireEvent.change(field, { target: { value: "" } });
    press("Done");
    await waitFor(() => expect(screen.queryByText(/ off/)).toBeNull());
  });

  test("SELL-50: off the whole cart is shown before the total, and F4 opens it", async () => {
    await openCart("owner");
    press("Close");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.keyDown(document.body, { key: "F4" });
    const field = await screen.findByLabelText("Discount (optional)");
    fireEvent.click(screen.getByRole("radio", { name: "Percent" }));
    fireEvent.change(field, { target: { value: "10" } });
    press("Done");
    await waitFor(() => expect(barText()).toContain("66.60"));
    press(/items/);
    const sheet = await cartSheet();
    expect(sheet.textContent).toMatch(/Discount-GH₵7\.40TotalGH₵66\.60/);
    // The lines are as they cost: the discount is off all of them.
    expect(sheet.textContent).toMatch(/Milo 400gGH₵62\.00/);
    within(sheet).getByRole("button", { name: "Discount: 10 % off" });
  });

  test("SELL-50: is kept on the device, parked and recalled with the cart", async () => {
    await openCart("owner");
    await giveTenth();
    await waitFor(async () => expect(await onDevice("carts")).toContain('"percentMilli":10000'));
    press("Park");
    await screen.findByText("Parked");
    fireEvent.click(await screen.findByRole("button", { name: "Parked carts, 1" }));
    fireEvent.click(await screen.findByRole("button", { name: /66\.60/ }));
    await waitFor(() => expect(barText()).toContain("66.60"));
  });

  test("SELL-51: a cashier gives one up to the limit alone", async () => {
    await openTill("cashier");
    withLimit(1_000);
    fireEvent.click(tile("Gino"));
    fireEvent.click(tile("Milo 400g"));
    press(/items/);
    await cartSheet();
    await giveTenth();
    await waitFor(() => expect(sheetText()).toContain("66.60"));
    await pay();
    expect(fake.recordSale()[0]?.approval).toBeUndefined();
    expect(fake.server.calls(ASK)).toEqual([]);
  });

  test("SELL-51: above the limit another person approves it by PIN, and the sale carries that", async () => {
    const until = new Date(Date.now() + 120_000).toISOString();
    const id = "01990000-0000-7000-8000-00000000a001";
    fake.server.on(ASK, succeeds({ id, state: "given", until }));
    await openTill("cashier");
    withLimit(500);
    fireEvent.click(tile("Milo 400g"));
    fireEvent.click(tile("Gino"));
    press(/items/);
    await cartSheet();
    fireEvent.click(screen.getByRole("button", { name: "Discount" }));
    await screen.findByText("An owner or manager has to approve more than 5 %.");
    press("Cancel");
    await giveTenth();
    const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
    expect(sheet.textContent).toMatch(/GH₵7\.40 off the shop's prices, for this sale/);
    fireEvent.click(within(sheet).getByRole("button", { name: /Kofi Asante/ }));
    await screen.findByText("Kofi Asante, enter your PIN.");
    for (const digit of "482604") press(digit);
    press("Approve");
    await waitFor(() => expect(sheetText()).toContain("66.60"));
    await pay();
    expect(fake.server.calls(ASK)[0]?.body).toMatchObject({ what: "discount", amount_minor: 740 });
    expect(fake.recordSale()[0]?.approval).toMatchObject({ how: "server", what: "discount" });
  });

  test("SELL-51: without an approval there is none", async () => {
    await openCart("cashier");
    await giveTenth();
    const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
    fireEvent.click(within(sheet).getByRole("button", { name: "Close" }));
    await cartSheet();
    expect(sheetText()).toContain("TotalGH₵74.00");
    expect(sheetText()).not.toContain("% off");
  });

  test("SELL-51: Charge asks for an approval of what is above the limit by then", async () => {
    await openTill("cashier");
    withLimit(1_000);
    fireEvent.click(tile("Gino"));
    fireEvent.click(tile("Milo 400g"));
    press(/items/);
    await cartSheet();
    await giveTenth();
    await waitFor(() => expect(sheetText()).toContain("66.60"));
    press("Close");
    withLimit(990);
    press("Charge");
    const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
    expect(sheet.textContent).toMatch(/GH₵7\.40 off the shop's prices/);
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
  });
});

describe("a discount in a browser that is no till", () => {
  test("SELL-50: goes to the server with the sale", async () => {
    fake.server.on(RECORD, recorded);
    await openTill("owner");
    asNoTill();
    fireEvent.click(await screen.findByRole("button", { name: /^Gino/ }));
    fireEvent.click(tile("Milo 400g"));
    press(/items/);
    await cartSheet();
    await typeDiscount(MILO, "2", "Amount");
    await giveTenth();
    await waitFor(() => expect(sheetText()).toContain("64.80"));
    press("Close");
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.server.calls(RECORD)[0]?.body).toMatchObject({
      discounts: [{ item: 0, amount: 2 }, { percent: 10 }],
      tenders: [{ method: "cash", amount: 64.8 }],
    });
  });

  test("SELL-51: is refused to a cashier above the limit, and not offered without one", async () => {
    await openTill("cashier");
    asNoTill();
    fireEvent.click(await screen.findByRole("button", { name: /^Gino/ }));
    fireEvent.click(tile("Milo 400g"));
    press(/items/);
    await cartSheet();
    fireEvent.click(screen.getByRole("button", { name: "Discount" }));
    await screen.findByText("Only an owner or manager can give discounts.");
    expect(screen.getByLabelText("Discount (optional)")).toHaveProperty("readOnly", true);
  });

  test("SELL-51: says what a cashier may give at most", async () => {
    fake.server.on("GET /api/v1/settings", settings("block", 5));
    await openTill("cashier");
    asNoTill();
    fireEvent.click(await screen.findByRole("button", { name: /^Milo 400g/ }));
    press(/item /);
    await typeDiscount("Discount", "3.11", "Amount");
    expect(screen.getAllByText("At most 5 %. An owner or manager can approve more.")).toHaveLength(
      1,
    );
    fireEvent.change(screen.getByLabelText("Discount (optional)"), { target: { value: "3.10" } });
    press("Done");
    await waitFor(() => expect(sheetText()).toContain("58.90"));
  });
});
