import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { succeeds } from "#tests/web/kit/fake-server.ts";
import {
  aheadOfPage,
  barText,
  keyDown,
  openTill,
  scan,
  tillEachTest,
} from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

describe("a scan", () => {
  test("SELL-07: goes into the cart whatever has the focus, and leaves no character in a field", async () => {
    const user = await openTill();
    const search = screen.getByLabelText<HTMLInputElement>("Search or scan");
    await user.click(search);
    fireEvent.change(search, { target: { value: "so" } });
    for (const key of "6001240100035") {
      keyDown(key, 4, search);
      fireEvent.change(search, { target: { value: search.value + key } });
    }
    expect(search.value).toBe("so6001240100035");
    keyDown("Enter", 4, search);
    await waitFor(() => expect(barText()).toContain("1 item"));
    expect(search.value).toBe("so");
  });

  test("SELL-11: after 6* it adds six", async () => {
    await openTill();
    fireEvent.change(screen.getByLabelText("Search or scan"), { target: { value: "6*" } });
    scan("6001240100035");
    await waitFor(() => expect(barText()).toContain("6 items"));
    expect(screen.getByLabelText("Search or scan")).toHaveProperty("value", "");
  });

  test("SELL-08: whose keys arrive late leaves no character behind", async () => {
    await openTill();
    const search = screen.getByLabelText<HTMLInputElement>("Search or scan");
    // So that silence begins at once.
    aheadOfPage();
    for (const key of "6001") keyDown(key, 4);
    await waitFor(() => expect(search.value).toBe("6001"));
    for (const key of "240100035") {
      keyDown(key, 4, search);
      fireEvent.change(search, { target: { value: search.value + key } });
    }
    keyDown("Enter", 4, search);
    await waitFor(() => expect(barText()).toContain("1 item"));
    await waitFor(() => expect(search.value).toBe(""));
  });

  test("SELL-08: fifty scans add fifty items", async () => {
    await openTill();
    for (let each = 0; each < 50; each += 1) act(() => scan("6001240100035"));
    await waitFor(() => expect(barText()).toContain("50 items"));
  });

  test("SELL-09: an unknown code is reported, and a role that may adds the product with it", async () => {
    fake.server.on("POST /api/products.php", succeeds({ id: "p-new" }));
    const user = await openTill();
    scan("99999999");
    const sheet = await screen.findByRole("dialog", { name: "No product with this code" });
    within(sheet).getByText("99999999");
    await user.type(within(sheet).getByLabelText("Product name"), "Tom");
    fireEvent.change(within(sheet).getByLabelText("Price"), { target: { value: "28" } });
    await user.click(within(sheet).getByRole("button", { name: "Save and add" }));
    await waitFor(() => expect(barText()).toContain("28.00"));
    expect(fake.server.calls("POST /api/products.php").map(({ body }) => body)).toEqual([
      { name: "Tom", price: 28, stock: 1, barcodes: ["99999999"] },
    ]);
  });

  test("SELL-09: a cashier is shown whom to ask, and later scans wait", async () => {
    const user = await openTill("cashier");
    scan("99999999");
    const sheet = await screen.findByRole("dialog", { name: "No product with this code" });
    expect(within(sheet).queryByLabelText("Product name")).toBeNull();
    act(() => scan("6001240100035"));
    expect(screen.queryByText(/in the cart/)).toBeNull();
    await user.click(within(sheet).getAllByRole("button", { name: "Close" })[0] ?? sheet);
    await waitFor(() => expect(barText()).toContain("1 item"));
  });
});
