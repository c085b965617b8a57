import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { ownSale } from "#tests/web/kit/own-till.ts";
import { sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import { barText, enter, openTill, press, tile } from "#tests/web/kit/till.tsx";

const fake = sharedTillEachTest();

const search = (text: string) =>
  fireEvent.change(screen.getByLabelText("Search or scan"), { target: { value: text } });
const sheet = () => screen.findByRole("dialog", { name: "Sell an amount" });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

describe("an amount without a product", () => {
  test("SELL-53: is a line of its own, with the name that was given", async () => {
    await openTill("cashier");
    press("Sell an amount");
    await sheet();
    press("Add to the cart");
    await screen.findByText("Enter an amount like 12.50");
    for (const wrong of ["0", "-5", "1.234", "10000000"]) {
      type("Amount", wrong);
      screen.getByText("Enter an amount like 12.50");
    }
    type("Amount", "12,50");
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("12.50"));
    press("Sell an amount");
    await sheet();
    type("Amount", "7");
    type("Name (optional)", " Broom ");
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("19.50"));
    press(/items/);
    const cart = await screen.findByRole("dialog", { name: "2 items" });
    const lines = within(cart).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Broom.*7\.00 each$/),
      expect.stringMatching(/^Other items.*12\.50 each$/),
    ]);
    fake.sells(ownSale({ number: 57, state: "to-send" }));
    press("Close");
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.recordSale()[0]?.cart.lines).toMatchObject([
      { name: "Broom", open: true, unitPriceMinor: 700, listPriceMinor: 700 },
      { name: "Other items", open: true, unitPriceMinor: 1_250 },
    ]);
  });

  test("SELL-53: its price can be changed by who sells, and it stays when prices are loaded", async () => {
    await openTill("cashier");
    press("Sell an amount");
    await sheet();
    type("Amount", "5");
    press("Add to the cart");
    await waitFor(async () => expect(await onDevice("carts")).toContain('"open":true'));
    press(/item /);
    fireEvent.click(await screen.findByRole("button", { name: "Change Other items" }));
    const line = await screen.findByRole("dialog", { name: "Other items" });
    fireEvent.change(within(line).getByLabelText("Unit price"), { target: { value: "6" } });
    press("Done");
    await screen.findByText(/^GH₵6\.00 each$/);
    act(() => fake.become({ data: fake.dataWith({ receiptFooter: "Bye" }) }));
    await screen.findByText(/^GH₵6\.00 each$/);
  });

  test("SELL-54: an empty search offers it, with what was typed", async () => {
    await openTill("cashier");
    search("broom");
    await screen.findByText("No products found");
    const [, inState] = screen.getAllByRole("button", { name: "Sell an amount" });
    if (inState) fireEvent.click(inState);
    await sheet();
    expect([field("Amount").value, field("Name (optional)").value]).toEqual(["", "broom"]);
    press("Cancel");
    search("12.50");
    screen.getByLabelText("Search or scan").focus();
    enter();
    await sheet();
    expect([field("Amount").value, field("Name (optional)").value]).toEqual(["12.50", ""]);
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("12.50"));
    expect(field("Search or scan").value).toBe("");
  });

  test("SELL-54: six digits are a code, and a number that is found is not an amount", async () => {
    await openTill("cashier");
    search("123456");
    screen.getByLabelText("Search or scan").focus();
    enter();
    await screen.findByRole("dialog", { name: "No product with this code" });
    const [close] = screen.getAllByRole("button", { name: "Close" });
    if (close) fireEvent.click(close);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    search("400");
    screen.getByLabelText("Search or scan").focus();
    enter();
    await waitFor(() => expect(barText()).toContain("62.00"));
  });

  test("SELL-56: is not offered where the sale goes to the server's register", async () => {
    await openTill("owner");
    act(() => fake.become({ phase: "none" }));
    await screen.findByRole("button", { name: /^Milo 400g/ });
    expect(screen.queryByRole("button", { name: "Sell an amount" })).toBeNull();
    search("broom");
    await screen.findByText("No products found");
    expect(screen.queryByRole("button", { name: "Sell an amount" })).toBeNull();
  });

  test("SELL-56: and a cart that has one says so, if the device is no longer a till", async () => {
    await openTill("owner");
    press("Sell an amount");
    await sheet();
    type("Amount", "5");
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("5.00"));
    act(() => fake.become({ phase: "none" }));
    press("Charge");
    await screen.findByText(/^Only a till sells an amount without a product/);
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
    await waitFor(() => tile("Milo 400g"));
  });
});
