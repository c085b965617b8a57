import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { countOnDevice, onDevice } from "#tests/web/kit/device.ts";
import { hangs, succeeds } from "#tests/web/kit/fake-server.ts";
import { openSaleOfMilk, RECORD } from "#tests/web/kit/new-sale.ts";
import { milk, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

describe("a new sale that was begun earlier", () => {
  const EXEMPT = { ...milk, tax_category: "exempt" as const };
  const changed = "Prices or taxes have changed. This is the new total.";
  const added = { ...settings.business, tax_rate: 20, tax_mode: "exclusive" };

  const reopen = (sold: object) => {
    cleanup();
    fake.server.on("GET /api/products.php", succeeds([sold]));
    open("/app/sales?new=1", "owner");
    return screen.findByText("You started this sale earlier. It isn't saved yet.");
  };

  test("SALE-80: shows the total that is recorded, with the taxes of now", async () => {
    fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business: added }));
    const { dialog } = await openSaleOfMilk(fake.server, "owner");
    await within(dialog).findByRole("button", { name: "Save sale GH₵81.60" });
    await reopen(EXEMPT);
    await screen.findByRole("button", { name: "Save sale GH₵68.00" });
    screen.getByText(changed);
  });

  test("SALE-80: keeps a price that was typed, and says nothing if nothing changed", async () => {
    fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business: added }));
    const { user, dialog } = await openSaleOfMilk(fake.server, "owner");
    const price = within(dialog).getByLabelText("Unit price of Peak Milk 400g");
    await user.clear(price);
    await user.type(price, "50");
    await within(dialog).findByRole("button", { name: "Save sale GH₵60.00" });
    await reopen({ ...milk, price: 70 });
    await screen.findByRole("button", { name: "Save sale GH₵60.00" });
    await waitFor(() => expect(sessionStorage.getItem("unsaved-sale")).toContain("7000"));
    expect(screen.queryByText(changed)).toBeNull();
  });
});

describe("a new sale that is being sent", () => {
  test("cannot be discarded: it is recorded anyway", async () => {
    fake.server.on(RECORD, hangs);
    const { user, dialog, save } = await openSaleOfMilk(fake.server, "owner");
    await save();
    await within(dialog).findByRole("button", { name: /^Save sale/, busy: true });
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(await onDevice("unsent")).toContain("p-milk");
  });

  test("is one sale after two presses on a frozen page", async () => {
    fake.server.on(RECORD, hangs);
    const { dialog } = await openSaleOfMilk(fake.server, "owner");
    const button = within(dialog).getByRole("button", { name: /^Save sale/ });
    act(() => {
      button.click();
      button.click();
    });
    await within(dialog).findByRole("button", { name: /^Save sale/, busy: true });
    await waitFor(() => expect(fake.server.calls(RECORD)).toHaveLength(1));
    expect(await countOnDevice("unsent")).toBe(1);
  });
});
