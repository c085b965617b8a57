import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { becomeTill, ownSale } from "#tests/web/kit/own-till.ts";
import { barText, openTill, press, tile, tillEachTest } from "#tests/web/kit/till.tsx";

tillEachTest();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const chargeMilo = async () => {
  await openTill();
  fireEvent.click(tile("Milo 400g"));
  press("Charge");
  await screen.findByRole("region", { name: "Charge" });
};

describe("a till that writes a sale", () => {
  test("TILL-160: from the press that pays on nothing of the sale changes, and a slow disk is shown", async () => {
    const till = becomeTill();
    const written = Promise.withResolvers<ReturnType<typeof ownSale>>();
    till.recordSale.mockReturnValue(written.promise);
    await chargeMilo();
    vi.useFakeTimers();
    press(/^Exact/);
    expect(screen.queryByText("Recording…")).toBeNull();
    // Presses on a frozen page arrive all at once.
    press(/^Exact/);
    press("Back to the cart");
    fireEvent.click(tile("Milo 400g"));
    fireEvent.click(screen.getByRole("link", { name: "Leave the till" }));
    expect(screen.getByRole("region", { name: "Charge" }).textContent).toContain("To payGH₵62.00");
    await act(() => vi.advanceTimersByTimeAsync(150));
    screen.getByText("Recording…");
    vi.useRealTimers();
    written.resolve(ownSale({ number: 57, state: "to-send" }));
    await screen.findByText("Paid in cash");
    expect(till.recordSale).toHaveBeenCalledOnce();
  });

  test("TILL-161: the receipt is drawn out of sight, shown when the disk has the sale, and then the rest follows", async () => {
    const till = becomeTill();
    const sale = ownSale({ number: 57, state: "to-send" });
    const written = Promise.withResolvers<typeof sale>();
    till.recordSale.mockImplementation(({ onMade }) => {
      onMade?.(sale);
      return written.promise;
    });
    await chargeMilo();
    press(/^Exact/);
    const unseen = await screen.findByText("Paid in cash");
    expect(screen.queryByRole("region", { name: "Paid" })).toBeNull();
    screen.getByRole("region", { name: "Charge" });
    written.resolve(sale);
    const paid = await screen.findByRole("region", { name: "Paid" });
    // The same, only shown.
    expect(paid.contains(unseen)).toBe(true);
    expect(document.activeElement).toBe(paid);
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
    await waitFor(() => expect(barText()).toContain("0 items"));
  });

  test("TILL-161: a product that is tapped as soon as the receipt is there begins the next sale", async () => {
    const till = becomeTill();
    const sale = ownSale({ number: 57, state: "to-send" });
    const written = Promise.withResolvers<typeof sale>();
    till.recordSale.mockReturnValue(written.promise);
    await chargeMilo();
    press(/^Exact/);
    vi.useFakeTimers();
    written.resolve(sale);
    await act(() => vi.advanceTimersByTimeAsync(0));
    screen.getByRole("region", { name: "Paid" });
    fireEvent.click(tile("Milo 400g"));
    vi.useRealTimers();
    expect(screen.queryByRole("region", { name: "Paid" })).toBeNull();
    expect(barText()).toContain("1 item");
    expect(barText()).toContain("62.00");
  });

  test("TILL-161: nothing is seen of a sale that the disk could not take", async () => {
    const till = becomeTill();
    till.recordSale.mockImplementation(({ onMade }) => {
      onMade?.(ownSale({ number: 57, state: "to-send" }));
      return Promise.reject(new Error("full"));
    });
    await chargeMilo();
    press(/^Exact/);
    await screen.findByText(/Not saved. This device couldn't store the sale/);
    expect(screen.queryByText("Paid in cash")).toBeNull();
    screen.getByRole("region", { name: "Charge" });
  });
});
