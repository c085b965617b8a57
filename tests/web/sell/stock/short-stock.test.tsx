import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { succeeds } from "#tests/web/kit/fake-server.ts";
import { becomeTill, ownSale, tillData } from "#tests/web/kit/own-till.ts";
import { kofi, sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import {
  barText,
  openTill,
  press,
  PRODUCTS,
  pressLater,
  RECORD,
  recorded,
  scan,
  settings,
  shelf,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";
import { till } from "#web/till/till.ts";

const TITUS_OUT = "Titus Sardines 125g is out of stock";
const ASK = "POST /api/v1/approvals";
const ID = "01990000-0000-7000-8000-00000000a001";

describe("more in the cart than in stock", () => {
  const fake = tillEachTest();

  test("SELL-65: is said at the tap, and can be sold where the shop asks", async () => {
    fake.server.on("GET /api/v1/settings", settings("warn"));
    await openTill();
    fireEvent.click(tile("Titus"));
    await screen.findByText(TITUS_OUT);
    expect(barText()).toContain("1 item");
    for (let taps = 0; taps < 6; taps += 1) fireEvent.click(tile("Peak Milk"));
    expect(screen.queryByText(/Peak Milk 400g in stock/)).toBeNull();
    fireEvent.click(tile("Peak Milk"));
    await screen.findByText("Only 6 of Peak Milk 400g in stock");
    expect(barText()).toContain("8 items");
  });

  test("SELL-65: is said at a scan, too", async () => {
    fake.server.on("GET /api/v1/settings", settings("block"));
    fake.server.on(
      PRODUCTS,
      succeeds(
        shelf.map((each) => ({
          ...each,
          ...(each.barcodes.length > 0 && { stock: 1, stock_exact: 1 }),
        })),
      ),
    );
    await openTill();
    scan("6001240100035");
    await waitFor(() => expect(barText()).toContain("1 item"));
    scan("6001240100035");
    await screen.findByText("Only 1 of Milo 400g in stock");
    expect(barText()).toContain("2 items");
  });

  test("SELL-65: is not said where the shop does not mind", async () => {
    fake.server.on("GET /api/v1/settings", settings("allow"));
    await openTill();
    await waitFor(() => expect(tile("Titus").getAttribute("aria-disabled")).toBeNull());
    fireEvent.click(tile("Titus"));
    expect(screen.queryByText(TITUS_OUT)).toBeNull();
  });

  const chargeTitus = async (role: string) => {
    await openTill(role);
    await waitFor(() => expect(tile("Titus").getAttribute("aria-disabled")).toBeNull());
    fireEvent.click(tile("Titus"));
    press("Charge");
    await screen.findByText(TITUS_OUT);
  };

  test("SELL-66: is said before the money in a browser that is no till, and a person with the right sells it anyway", async () => {
    fake.server.on("GET /api/v1/settings", settings("warn"));
    fake.server.on(RECORD, recorded);
    await chargeTitus("manager");
    press(/^Exact/);
    expect(fake.sent()).toEqual([]);
    press("Sell anyway");
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([{ confirm_oversell: true }]);
  });

  test("SELL-66: a cashier is led back to the cart, before the money", async () => {
    fake.server.on("GET /api/v1/settings", settings("warn"));
    await chargeTitus("cashier");
    expect(screen.queryByRole("button", { name: /ell anyway/ })).toBeNull();
    press(/^Exact/);
    expect(fake.sent()).toEqual([]);
  });

  test("SELL-66: so is everyone whose shop refuses it", async () => {
    await openTill("owner");
    for (let taps = 0; taps < 7; taps += 1) fireEvent.click(tile("Peak Milk"));
    press("Charge");
    await screen.findByText("Only 6 of Peak Milk 400g in stock");
    expect(screen.queryByRole("button", { name: /ell anyway/ })).toBeNull();
    press(/^Exact/);
    expect(fake.sent()).toEqual([]);
  });
});

describe("SELL-67: what a cashier may not sell", () => {
  const fake = sharedTillEachTest();
  const [milo] = tillData().products;
  const findings = [{ productId: milo?.id ?? "", what: "short" as const, onHand: 0 }];

  async function chargeMilo(blocks = false) {
    fake.become({ data: fake.dataWith({ oversellPolicy: blocks ? "block" : "warn" }) });
    vi.mocked(till.check).mockResolvedValue({ blocks, findings });
    await openTill("cashier");
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByText("Milo 400g is out of stock");
  }

  async function approve(lastsMs = 120_000) {
    fake.server.on(
      ASK,
      succeeds({ id: ID, state: "given", until: new Date(Date.now() + lastsMs).toISOString() }),
    );
    press("Ask to sell anyway");
    const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
    within(sheet).getByText("More than is in stock, for this sale.");
    fireEvent.click(await within(sheet).findByRole("button", { name: /Kofi Asante/ }));
    for (const digit of "482604") press(digit);
    press("Approve");
    await waitFor(() => expect(screen.queryByText("Needs approval")).toBeNull());
  }

  test("another person approves, and the sale carries it", async () => {
    await chargeMilo();
    press(/^Exact/);
    expect(fake.recordSale()).toEqual([]);
    await approve();
    fake.sells(ownSale({ number: 58, state: "to-send" }));
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    const [sale] = fake.recordSale();
    expect(sale?.approval).toEqual({
      by: kofi.id,
      how: "server",
      approvalId: ID,
      what: "oversell",
    });
    expect(fake.server.calls(ASK).map(({ body }) => body)).toEqual([
      { entry: sale?.row.id, what: "oversell", amount_minor: 0, by: kofi.id, pin: "482604" },
    ]);
  });

  test("asks again when the approval has run out", async () => {
    await chargeMilo();
    await approve(-1);
    pressLater(/^Exact/);
    await screen.findByRole("dialog", { name: "Needs approval" });
    expect(fake.recordSale()).toEqual([]);
  });

  test("is not asked for where the shop refuses it", async () => {
    await chargeMilo(true);
    expect(screen.queryByRole("button", { name: "Ask to sell anyway" })).toBeNull();
  });

  test("is not asked for where no one can approve", async () => {
    becomeTill({ data: { ...fake.dataWith({ oversellPolicy: "warn" }), people: [] } });
    vi.mocked(till.check).mockResolvedValue({ blocks: false, findings });
    await openTill("cashier");
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await screen.findByText("Milo 400g is out of stock");
    expect(screen.queryByRole("button", { name: "Ask to sell anyway" })).toBeNull();
  });
});
