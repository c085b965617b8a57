import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { becomeTill, ownMilo, ownSale } from "#tests/web/kit/own-till.ts";
import { openTill, press, tile, tillEachTest } from "#tests/web/kit/till.tsx";

tillEachTest();
afterEach(() => void vi.restoreAllMocks());

const placeOf = (name: RegExp) => {
  const { top, left, height } = screen.getByRole("button", { name }).getBoundingClientRect();
  return { top, left, height };
};
const places = () => [/^Take cash/, /^Exact/, /^GH₵70/].map(placeOf);

const answer = (what: "short" | "price"): CheckAnswer => ({
  blocks: false,
  findings: [{ productId: ownMilo.id, what, onHand: 0, priceMinor: 6_500 }],
});

describe("TILL-83: in a browser", () => {
  test.each([
    ["what is short", "short", "Milo 400g is out of stock"],
    ["another price", "price", "Milo 400g now costs GH₵65.00"],
  ] as const)("%s is said without moving a key or the button", async (_, what, text) => {
    const till = becomeTill();
    const asked = Promise.withResolvers<CheckAnswer>();
    till.check.mockReturnValue(asked.promise);
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByRole("region", { name: "Charge" });
    const before = places();
    asked.resolve(answer(what));
    await screen.findByText(text);
    expect(places()).toEqual(before);
    const button = screen.getByRole("button", { name: /^Take cash/ }).getBoundingClientRect();
    expect(button.bottom).toBeLessThanOrEqual(window.innerHeight);
  });

  test("SELL-29: nor does a mistake in the amount", async () => {
    becomeTill();
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    press("0");
    const before = places();
    press(/^Take cash/);
    await screen.findByText("Enter an amount above 0.");
    expect(places()).toEqual(before);
  });
});

describe("TILL-86, TILL-87: axe finds no fault", () => {
  const sales = [
    ownSale({ number: 58, state: "to-send" }),
    ownSale({ number: 57, state: "aside", reason: "wrong-sums" }),
  ];

  test("in what is to send, in the sales of the day, and in a receipt", async () => {
    becomeTill({ toSend: 1, sales, isPersistent: false, clockOffMs: 300_000 });
    await openTill();
    press("1 set aside");
    await screen.findByRole("dialog", { name: "Till 2" });
    expect(await faultsOf()).toEqual([]);
    expect(tooSmall()).toEqual([]);
    press("Today's sales (2)");
    await screen.findByRole("dialog", { name: "Today's sales" });
    expect(await faultsOf()).toEqual([]);
    press(/1-2-57/);
    await screen.findByRole("dialog", { name: "Sale 1-2-57" });
    await screen.findByRole("article", { name: "Receipt" });
    expect(await faultsOf()).toEqual([]);
  });

  test("in a cart that is stopped", async () => {
    const till = becomeTill();
    till.check.mockResolvedValue({ ...answer("short"), blocks: true });
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByText("Milo 400g is out of stock");
    expect(await faultsOf()).toEqual([]);
    expect(tooSmall()).toEqual([]);
  });
});
