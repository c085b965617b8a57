import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { succeeds } from "#tests/web/kit/fake-server.ts";
import { openSaleOfMilk } from "#tests/web/kit/new-sale.ts";
import { becomeTill, ownSale, tillData } from "#tests/web/kit/own-till.ts";
import { milk, settings } from "#tests/web/kit/shop.ts";
import {
  barText,
  chargePaste,
  openTill,
  press,
  pressLater,
  recorded,
  RECORD,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";

const fake = tillEachTest();
afterEach(() => void vi.restoreAllMocks());

/** 20 % on top of every price. */
const serveAdded = () => {
  const added = { ...settings.business, tax_rate: 20, tax_mode: "exclusive" };
  fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business: added }));
};

/** The text of a row of sums, by its name. */
const sumOf = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;

describe("TAX-10: where prices are without tax", () => {
  test("the cart and Charge have it on top, and the sale says so", async () => {
    serveAdded();
    fake.server.on(RECORD, recorded);
    await openTill();
    fireEvent.click(tile("Gino"));
    await vi.waitFor(() => expect(barText()).toContain("14.40"));
    fireEvent.click(screen.getByRole("button", { name: /items? / }));
    const cart = await screen.findByRole("dialog", { name: "1 item" });
    expect(within(cart).getByText("Tax").parentElement?.textContent).toContain("2.40");
    expect(within(cart).getByText("Total").parentElement?.textContent).toContain("14.40");
    // The line is what its price says.
    expect(within(cart).getByRole("listitem").textContent).toContain("12.00");
    fireEvent.click(within(cart).getByRole("button", { name: /^Charge/ }));
    await screen.findByRole("region", { name: "Charge" });
    pressLater(/^Exact 14\.40/);
    await screen.findByText(/^Paid in cash/);
    expect(fake.sent()).toMatchObject([
      {
        items: [{ unit_price: 12 }],
        tax: "exclusive",
        tenders: [{ method: "cash", amount: 14.4 }],
      },
    ]);
  });

  test("a till takes the tax that its data have", async () => {
    const till = becomeTill({ data: tillData({ taxMode: "exclusive" }) });
    till.recordSale.mockResolvedValue(ownSale({ number: 57, state: "to-send" }));
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    expect(barText()).toContain("74.40");
    press("Charge");
    await screen.findByRole("region", { name: "Charge" });
    pressLater(/^Exact 74\.40/);
    await screen.findByText("Paid in cash");
    expect(till.recordSale.mock.calls[0]?.[0].parts).toEqual([
      { method: "cash", amountMinor: 7_440 },
    ]);
    expect(fake.server.calls("GET /api/v1/settings")).toEqual([]);
  });

  test("TAX-13: a till adds none to what is exempt", async () => {
    const data = tillData({ taxMode: "exclusive" });
    const products = data.products.map((product) =>
      product.name === "Milo 400g" ? { ...product, taxCategory: "exempt" as const } : product,
    );
    const till = becomeTill({ data: { ...data, products } });
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    expect(barText()).toContain("62.00");
    fireEvent.click(tile("Gino"));
    expect(barText()).toContain("76.40");
    expect(till.recordSale).not.toHaveBeenCalled();
  });

  test("TAX-13: New Sale adds none to what is zero-rated", async () => {
    serveAdded();
    fake.server.on(RECORD, recorded);
    const zero = { ...milk, tax_category: "zero" as const };
    const { dialog, save } = await openSaleOfMilk(fake.server, "owner", zero);
    await within(dialog).findByRole("button", { name: "Save sale GH₵68.00" });
    expect(within(dialog).queryByText("Tax")).toBeNull();
    await save();
    await vi.waitFor(() => expect(fake.sent()).toMatchObject([{ tax: "exclusive" }]));
  });

  test("New Sale has it on top, too", async () => {
    serveAdded();
    fake.server.on(RECORD, recorded);
    const { dialog, save } = await openSaleOfMilk(fake.server, "owner");
    await within(dialog).findByRole("button", { name: "Save sale GH₵81.60" });
    expect(await sumOf("Tax")).toContain("13.60");
    await save();
    await vi.waitFor(() =>
      expect(fake.sent()).toMatchObject([{ items: [{ unit_price: 68 }], tax: "exclusive" }]),
    );
  });
});

test("TAX-10: prices that include tax are the total, and the request says nothing of tax", async () => {
  fake.server.on("GET /api/v1/settings", succeeds(settings));
  fake.server.on(RECORD, recorded);
  await chargePaste();
  await screen.findByRole("region", { name: "Charge" });
  pressLater(/^Exact 12\.00/);
  await screen.findByText(/^Paid in cash/);
  expect(fake.sent()[0]).not.toHaveProperty("tax");
});
