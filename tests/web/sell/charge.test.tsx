import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { countOnDevice, onDevice } from "#tests/web/kit/device.ts";
import { hangs, refuses } from "#tests/web/kit/fake-server.ts";
import {
  barText,
  chargePaste,
  enter,
  openTill,
  press,
  pressLater,
  RECORD,
  recorded,
  SALE_ID,
  scan,
  settings,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

describe("Charge", () => {
  test("SELL-15: one item in exact cash takes three presses: tile, Charge, Exact", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste();
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toEqual([
      {
        customer_id: null,
        items: [{ product_id: "p-paste", quantity: 1, unit_price: 12 }],
        notes: "",
        tenders: [{ method: "cash", amount: 12 }],
      },
    ]);
    await screen.findByText("1-1-42");
    screen.getByRole("article", { name: "Receipt" });
  });

  test("SELL-16: with a note it takes three, and the change is shown large", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste();
    press("GH₵50");
    await screen.findByText("Give change");
    expect(screen.getByText("Give change").nextElementSibling?.textContent).toBe("GH₵38.00");
    expect(fake.sent()).toMatchObject([{ tenders: [{ method: "cash", amount: 12, given: 50 }] }]);
  });

  test("SELL-17: six of one take a long press, 6, Charge and Exact", async () => {
    fake.server.on(RECORD, recorded);
    await openTill();
    fireEvent.contextMenu(tile("Gino"));
    fireEvent.click(await screen.findByRole("button", { name: "Add 6" }));
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([{ items: [{ quantity: 6 }], tenders: [{ amount: 72 }] }]);
  });

  test("SELL-18, SELL-22: scans, Enter, Enter pay exact cash without touching the screen", async () => {
    fake.server.on(RECORD, recorded);
    await openTill();
    for (let each = 0; each < 5; each += 1) act(() => scan("6001240100035"));
    await waitFor(() => expect(barText()).toContain("5 items"));
    enter();
    await screen.findByRole("region", { name: "Charge" });
    enter();
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([
      {
        items: [{ product_id: "p-milo", quantity: 5 }],
        tenders: [{ method: "cash", amount: 310 }],
      },
    ]);
  });

  test("takes several payments, with a reference for other methods", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste();
    press("5");
    await screen.findByText("GH₵7.00");
    pressLater(/^Take cash/);
    pressLater(/^Add part payment/);
    await screen.findByText("Still to pay");
    fireEvent.click(screen.getByRole("radio", { name: "MoMo" }));
    fireEvent.change(screen.getByLabelText(/^Reference/), { target: { value: "MM-7" } });
    pressLater(/^Record MoMo/);
    await screen.findByText("Paid");
    expect(fake.sent()).toMatchObject([
      {
        tenders: [
          { method: "cash", amount: 5 },
          { method: "mobile_money", amount: 7, reference: "MM-7" },
        ],
      },
    ]);
  });

  test("SELL-24: a second press is ignored: one sale is sent", async () => {
    fake.server.on(RECORD, hangs);
    await chargePaste();
    press(/^Exact/);
    press(/^Exact/);
    await screen.findByText("Recording…");
    press(/^GH₵50/);
    await waitFor(() => expect(fake.server.calls(RECORD)).toHaveLength(1));
    expect(await countOnDevice("unsent")).toBe(1);
  });

  test("SELL-24: presses on a frozen page, however far apart, are one sale", async () => {
    fake.server.on(RECORD, hangs);
    await chargePaste();
    act(() => {
      pressLater(/^Exact/);
      pressLater(/^Exact/);
    });
    await screen.findByText("Recording…");
    await waitFor(() => expect(fake.server.calls(RECORD)).toHaveLength(1));
    expect(await countOnDevice("unsent")).toBe(1);
  });

  test("a sale that is being sent cannot be changed, and its outcome is shown", async () => {
    const network = Promise.withResolvers<void>();
    fake.server.on(RECORD, async (call) => {
      await network.promise;
      return recorded(call);
    });
    await chargePaste();
    press(/^Exact/);
    await screen.findByText("Recording…");
    press("5");
    fireEvent.click(screen.getByRole("radio", { name: "MoMo" }));
    screen.getByText("Recording…");
    network.resolve();
    await screen.findByText("Paid in cash");
    expect(fake.server.calls(RECORD)).toHaveLength(1);
  });

  test("SELL-33: a refused sale shows the server's text, keeps the cart and leads back to it", async () => {
    fake.server.on(RECORD, refuses(409, "Gino Tomato Paste 210g was deleted and cannot be sold."));
    await chargePaste();
    press(/^Exact/);
    await screen.findByText(/Not saved. Gino Tomato Paste 210g was deleted/);
    fireEvent.click(
      screen.getAllByRole("button", { name: "Back to the cart" })[1] ?? document.body,
    );
    await waitFor(() => expect(barText()).toContain("12.00"));
    expect(await onDevice("carts")).toContain("p-paste");
    expect(await onDevice("unsent")).toBe("[]");
  });

  test("SELL-34: oversells after asking, for a role that may", async () => {
    fake.server.on("GET /api/v1/settings", settings("warn"));
    fake.server.on(
      RECORD,
      refuses(409, "Insufficient stock for Titus Sardines 125g", "insufficient-stock"),
      recorded,
    );
    await chargePaste("manager", "Titus");
    press(/^Exact/);
    fireEvent.click(await screen.findByRole("button", { name: "Sell anyway" }));
    await screen.findByText("Paid in cash");
    expect(fake.server.calls(RECORD)[1]?.body).toMatchObject({ confirm_oversell: true });
    // The refused sale was not recorded, and its cart is sold once.
    expect(new Set(fake.keysSent()).size).toBe(1);
  });

  test("SELL-34: refuses a cashier to oversell", async () => {
    fake.server.on("GET /api/v1/settings", settings("warn"));
    fake.server.on(RECORD, refuses(409, "Insufficient stock", "insufficient-stock"));
    await chargePaste("cashier", "Titus");
    press(/^Exact/);
    await screen.findByText("Not saved. Insufficient stock");
    expect(screen.queryByRole("button", { name: "Sell anyway" })).toBeNull();
  });

  test("SELL-26: says that the receipt failed to load and the sale is recorded", async () => {
    fake.server.on(RECORD, recorded);
    fake.server.on(`GET /api/v1/sales/${SALE_ID}`, refuses(404, "Sale not found"));
    await chargePaste();
    press(/^Exact/);
    await screen.findByText(/Sale recorded. The receipt didn't load/);
  });

  test("SELL-26: a double press does not dismiss the change", async () => {
    fake.server.on(RECORD, recorded);
    const user = await chargePaste();
    press("GH₵50");
    await screen.findByText("Give change");
    await user.keyboard("{Enter}");
    press("Next sale");
    screen.getByText("Give change");
    pressLater(/^Next sale/, performance.now());
    await waitFor(() => expect(screen.queryByText("Give change")).toBeNull());
  });

  test("SELL-26: the next scan starts the next sale", async () => {
    fake.server.on(RECORD, recorded);
    await chargePaste();
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    scan("6001240100035");
    await waitFor(() => expect(screen.queryByText("Paid in cash")).toBeNull());
    expect(barText()).toContain("62.00");
  });

  test("offline the sale stays in the cart", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await chargePaste();
    press(/^Exact/);
    await screen.findByText(/You're offline. The sale stays in the cart/);
    expect(fake.server.calls(RECORD)).toEqual([]);
    vi.restoreAllMocks();
  });
});
