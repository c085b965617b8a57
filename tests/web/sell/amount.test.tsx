import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { breaks } from "#tests/web/kit/fake-server.ts";
import { ownSale } from "#tests/web/kit/own-till.ts";
import { sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { barText, enter, openTill, press, RECORD, recorded } from "#tests/web/kit/till.tsx";
import { saleOutbox } from "#web/sync/sale-outbox.ts";
import { openItemId } from "#web/till/open-item.ts";

const fake = sharedTillEachTest();

const OPEN_SALE = "POST /api/v1/sales";
/** Reserved in the shop of these tests. */
const ID = await openItemId(signedInAs("cashier").tenant.id);

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

  test("SELL-82: a browser that is no till sells one, beside a product", async () => {
    fake.server.on(OPEN_SALE, recorded);
    await openTill("cashier");
    act(() => fake.become({ phase: "none" }));
    fireEvent.click(await screen.findByRole("button", { name: /^Milo 400g/ }));
    press("Sell an amount");
    await sheet();
    type("Amount", "12,50");
    type("Name (optional)", "Broom");
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("74.50"));
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    const [sent] = fake.server.calls(OPEN_SALE);
    expect(sent?.body).toMatchObject({
      items: [
        { product_id: ID, quantity: 1, unit_price: 12.5, open: true, name: "Broom" },
        { product_id: "p-milo", quantity: 1, unit_price: 62 },
      ],
      tenders: [{ method: "cash", amount: 74.5 }],
    });
    expect(fake.server.calls(RECORD)).toEqual([]);
  });

  test("SELL-82: an empty search offers it there too", async () => {
    await openTill("cashier");
    act(() => fake.become({ phase: "none" }));
    await screen.findByRole("button", { name: /^Milo 400g/ });
    search("broom");
    await screen.findByText("No products found");
    expect(screen.getAllByRole("button", { name: "Sell an amount" })).toHaveLength(2);
  });

  test("SELL-82: one whose answer was lost is sent again to where it was sent first", async () => {
    fake.server.on(OPEN_SALE, breaks, recorded);
    await openTill("cashier");
    act(() => fake.become({ phase: "none" }));
    await screen.findByRole("button", { name: /^Milo 400g/ });
    press("Sell an amount");
    await sheet();
    type("Amount", "5");
    press("Add to the cart");
    await waitFor(() => expect(barText()).toContain("5.00"));
    press("Charge");
    press(/^Exact/);
    await waitFor(() => expect(fake.server.calls(OPEN_SALE)).toHaveLength(1));
    await act(() => saleOutbox.flush());
    await waitFor(() => expect(fake.server.calls(OPEN_SALE)).toHaveLength(2));
    const keys = fake.server.calls(OPEN_SALE).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(1);
    expect(fake.server.calls(RECORD)).toEqual([]);
  });

  test("SELL-82: a sale of products alone goes where it always went", async () => {
    fake.server.on(RECORD, recorded);
    await openTill("cashier");
    act(() => fake.become({ phase: "none" }));
    fireEvent.click(await screen.findByRole("button", { name: /^Milo 400g/ }));
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.server.calls(OPEN_SALE)).toEqual([]);
  });
});
