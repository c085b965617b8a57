import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import {
  aheadOfPage,
  barText,
  chargePaste,
  enter,
  keyDown,
  press,
  pressLater,
  RECORD,
  recorded,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

/** GH₵5.00 of GH₵12.00 in cash. */
async function takeFive() {
  await chargePaste();
  press("5");
  pressLater(/^Take cash/);
  pressLater(/^Add part payment/);
  await screen.findByText("Still to pay");
}

describe("an amount below the total", () => {
  test("SELL-42: is shown large, and is no payment without a press of its own", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste();
    press("5");
    expect(screen.getByText("Received").nextElementSibling?.textContent).toBe("GH₵5.00");
    pressLater(/^Take cash/);
    await screen.findByText("Less than the amount due. The rest can be paid another way.");
    press("Edit amount");
    expect(screen.queryByRole("list", { name: "Paid so far" })).toBeNull();
    press("0");
    pressLater(/^Take cash/);
    await screen.findByText("Give change");
    expect(fake.sent()).toMatchObject([{ tenders: [{ method: "cash", amount: 12, given: 50 }] }]);
  });

  test("SELL-42: is added by the keyboard with Enter and a plus, and not with two Enters", async () => {
    await chargePaste();
    aheadOfPage();
    keyDown("5", 2_000);
    await screen.findByText("Received");
    enter();
    enter();
    await screen.findByText(/^Less than the amount due/);
    expect(screen.queryByText("Still to pay")).toBeNull();
    keyDown("+", 2_000);
    await screen.findByText("Still to pay");
    screen.getByRole("button", { name: "Remove Cash 5.00" });
  });
});

describe("a part payment", () => {
  test("SELL-43: stays when the cart is opened and changed", async () => {
    fake.server.on(RECORD, recorded);
    await takeFive();
    press("Back to the cart");
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([
      {
        tenders: [
          { method: "cash", amount: 5 },
          { method: "cash", amount: 69 },
        ],
      },
    ]);
  });

  test("SELL-43: is kept on the device and shown in the cart, also in a parked one", async () => {
    await takeFive();
    await waitFor(async () => expect(await onDevice("carts")).toContain('"amountMinor":500'));
    press("Back to the cart");
    press("Park");
    await waitFor(() => expect(barText()).toContain("0 items"));
    press("Parked carts, 1");
    await screen.findByText("Paid so far: GH₵5.00");
    fireEvent.click(await screen.findByRole("button", { name: /Walk-in Customer, 1 item/ }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Parked carts" })).toBeNull());
    press(/item /);
    const sheet = await screen.findByRole("dialog", { name: "1 item" });
    expect(within(sheet).getByText("Paid so far").nextElementSibling?.textContent).toBe("GH₵5.00");
  });

  test("SELL-43: is to be given back when the cart is emptied, and undo brings both back", async () => {
    await takeFive();
    press("Back to the cart");
    press(/item /);
    await screen.findByRole("dialog", { name: "1 item" });
    fireEvent.click(screen.getByRole("button", { name: /^One less/ }));
    await screen.findByText(/removed\. Give back GH₵5\.00/);
    fireEvent.click(screen.getByRole("button", { name: "Undo last change" }));
    await screen.findByText("Paid so far");
  });

  test("SELL-43: of no less than a smaller cart costs is to be given back", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste(undefined, "Milo 400g");
    press("5");
    press("0");
    pressLater(/^Take cash/);
    pressLater(/^Add part payment/);
    await screen.findByText("Still to pay");
    press("Back to the cart");
    fireEvent.click(tile("Gino"));
    press(/items /);
    await screen.findByRole("dialog", { name: "2 items" });
    fireEvent.click(screen.getByRole("button", { name: "One less Milo 400g" }));
    const sheet = await screen.findByRole("dialog", { name: "1 item" });
    fireEvent.click(within(sheet).getByRole("button", { name: /^Charge/ }));
    await screen.findByText(/^GH₵50\.00 was taken before the cart changed/);
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
    press(/^Charge/);
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([{ tenders: [{ method: "cash", amount: 12 }] }]);
  });
});

test("SELL-44: the methods of payment keep their places, whatever was used last", async () => {
  fake.server.on(RECORD, recorded);
  const methods = () => screen.getAllByRole("radio").map((each) => each.parentElement?.textContent);
  await chargePaste();
  const before = methods();
  fireEvent.click(screen.getByRole("radio", { name: "MoMo" }));
  pressLater(/^Record MoMo/);
  await screen.findByText("Paid by MoMo");
  pressLater(/^Next sale/);
  fireEvent.click(tile("Gino"));
  press("Charge");
  expect(methods()).toEqual(before);
});
