import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import type { SaleDetail } from "#kernel/contract/api/sale.ts";
import { quantityText } from "#kernel/contract/sale-item.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { business, sale, saleDetail, settings, signedInAs, soldMilk } from "#tests/web/kit/shop.ts";
import { receiptOf } from "#web/parts/receipt-of-sale.ts";

const fake = serveEachTest();

const ID = "01990000-0000-7000-8000-00009f3c21ab";
const ONE = `GET /api/v1/sales/${ID}`;
const VOID = "DELETE /api/sales.php";
const PATH = `/app/sales?sale=${ID}`;

function serve(detail: SaleDetail, ...more: readonly SaleDetail[]) {
  fake.server.on("GET /api/sales.php", succeeds([sale({ id: ID })]));
  fake.server.on("GET /api/v1/settings", succeeds(settings));
  fake.server.on(ONE, ...[detail, ...more].map((data) => succeeds(data)));
}

const opened = () => screen.findByRole("article", { name: "Receipt" });

describe("the detail of a sale", () => {
  test("SALE-14: shows the receipt with the shop, its lines, the tax and the change", async () => {
    serve(saleDetail({ id: ID }));
    open(PATH, "owner");
    await screen.findByRole("heading", { name: "Sale 1-000001" });
    const receipt = await opened();
    await within(receipt).findByText(/14 Oxford Street/);
    for (const part of [
      "Adom Provisions",
      "1-1-42",
      "21 Nov 2026, 11:42",
      "Kofi Asante",
      "Walk-in Customer",
      "Gino Tomato Paste 210g",
      "3 × 12.00",
      "36.00",
      "incl. VAT 15%",
      "GH₵104.00",
      "Cash",
      "Change",
      "6.00",
      "Come again!",
    ]) {
      expect(receipt.textContent).toContain(part);
    }
    expect(receipt.textContent).not.toContain("VOID");
  });

  test("SALE-14: opens from the list, and Close returns to it", async () => {
    serve(saleDetail({ id: ID }));
    const user = open("/app/sales", "cashier");
    await user.click(await screen.findByRole("button", { name: "Walk-in Customer sale 1-000001" }));
    await opened();
    expect(new URLSearchParams(location.search).get("sale")).toBe(ID);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.search).toBe("");
  });

  test("SALE-14: opens for support without requesting the settings", async () => {
    serve(saleDetail({ id: ID }));
    open(PATH, "support");
    const receipt = await opened();
    expect(receipt.textContent).toContain("Adom Provisions");
    expect(fake.server.calls("GET /api/v1/settings")).toEqual([]);
  });

  test("reports an unknown sale, and retries", async () => {
    serve(saleDetail({ id: ID }));
    fake.server.on(ONE, refuses(404, "Sale not found"), succeeds(saleDetail({ id: ID })));
    const user = open(PATH, "owner");
    await screen.findByText("Failed to load this sale");
    screen.getByText("Sale not found");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await opened();
  });

  test("SALE-22: shows both times if it was recorded later", async () => {
    serve(saleDetail({ id: ID, recorded_at: "2026-11-21T12:05:00Z" }));
    open(PATH, "owner");
    const receipt = await opened();
    expect(receipt.textContent).toContain("21 Nov 2026, 11:42");
    expect(receipt.textContent).toContain("Recorded21 Nov 2026, 12:05");
  });
});

describe("voiding a sale", () => {
  const voided = saleDetail({
    id: ID,
    voided: true,
    voided_at: "2026-11-21T12:00:00Z",
    void_reason: "Wrong customer",
  });

  test("SALE-44: says who voided it, when and why", async () => {
    serve({ ...voided, voided_by_name: "Akosua Mensah" });
    open(PATH, "cashier");
    const receipt = await opened();
    expect(receipt.textContent).toContain("Voided21 Nov 2026, 12:00");
    expect(receipt.textContent).toContain("Voided byAkosua Mensah");
    expect(receipt.textContent).toContain("ReasonWrong customer");
  });

  test("SALE-16: asks for a reason and a confirmation, and the receipt then reads VOID", async () => {
    serve(saleDetail({ id: ID }), voided);
    fake.server.on(VOID, succeeds({ id: ID }));
    const user = open(PATH, "manager");
    await user.click(await screen.findByRole("button", { name: "Void sale" }));
    const question = await screen.findByRole("alertdialog");
    const yes = within(question).getByRole("button", { name: "Void sale" });
    await user.click(yes);
    await within(question).findByText("Choose a reason", { selector: "p, span, div" });
    await user.selectOptions(within(question).getByLabelText("Reason"), "Another reason");
    await user.click(yes);
    await within(question).findByText("Enter a reason");
    expect(fake.server.calls(VOID)).toHaveLength(0);
    await user.type(within(question).getByLabelText("What happened"), "Wrong customer");
    await user.click(yes);
    await screen.findByText("VOID");
    const [call] = fake.server.calls(VOID);
    expect(call?.query.get("id")).toBe(ID);
    expect(call?.body).toEqual({ reason: "Wrong customer" });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Void sale" })).toBeNull());
  });

  test("SALE-16: stays open with the reason when the server refuses", async () => {
    serve(saleDetail({ id: ID }));
    fake.server.on(VOID, refuses(403, "Not allowed"));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Void sale" }));
    const question = await screen.findByRole("alertdialog");
    await user.selectOptions(within(question).getByLabelText("Reason"), "Wrong amount");
    await user.click(within(question).getByRole("button", { name: "Void sale" }));
    await within(question).findByText("Not saved. Not allowed");
  });

  test("SALE-18: is not offered to a cashier", async () => {
    serve(saleDetail({ id: ID }));
    open(PATH, "cashier");
    await opened();
    screen.getByRole("button", { name: "Print" });
    expect(screen.queryByRole("button", { name: "Void sale" })).toBeNull();
  });

  test("SALE-21: suggests the reason for a possible duplicate", async () => {
    serve(saleDetail({ id: ID, possible_duplicate_of: "01990000-0000-7000-8000-000041d07be9" }));
    fake.server.on(VOID, succeeds({ id: ID }));
    const user = open(PATH, "owner");
    await screen.findByText(/^Possible duplicate: an identical sale/);
    screen.getByRole("button", { name: "Open sale 41d07be9" });
    await user.click(screen.getByRole("button", { name: "Void sale" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Void sale" }));
    await waitFor(() => expect(fake.server.calls(VOID)).toHaveLength(1));
    expect(fake.server.calls(VOID)[0]?.body).toEqual({ reason: "Recorded twice" });
  });

  test("SALE-21: voids a possible duplicate in one press", async () => {
    const of = "01990000-0000-7000-8000-000041d07be9";
    const doubled = saleDetail({ id: ID, possible_duplicate_of: of });
    serve(doubled, doubled, voided);
    fake.server.on(VOID, refuses(403, "Not allowed"), succeeds({ id: ID }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Void as a duplicate" }));
    await screen.findByText("Not saved. Not allowed");
    await user.click(screen.getByRole("button", { name: "Void as a duplicate" }));
    await screen.findByText("VOID");
    expect(fake.server.calls(VOID).map(({ body }) => body)).toEqual([
      { reason: "duplicate" },
      { reason: "duplicate" },
    ]);
  });

  test("SALE-21: not for a cashier", async () => {
    serve(saleDetail({ id: ID, possible_duplicate_of: "01990000-0000-7000-8000-000041d07be9" }));
    open(PATH, "cashier");
    await screen.findByText(/^Possible duplicate: an identical sale/);
    expect(screen.queryByRole("button", { name: "Void as a duplicate" })).toBeNull();
  });
});

describe("printing a receipt", () => {
  test("SALE-15: prints only the receipt, in the paper size of this device", async () => {
    serve(saleDetail({ id: ID }));
    const user = open(PATH, "owner");
    await opened();

    const print = vi.fn<() => void>(() => window.dispatchEvent(new Event("beforeprint")));
    vi.stubGlobal("print", print);
    await user.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.documentElement.dataset["printing"]).toBe("receipt");
    expect(document.querySelectorAll("body > [data-receipt]")).toHaveLength(1);
    expect(document.querySelector("body > [data-receipt]")?.textContent).toContain("Copy");

    window.dispatchEvent(new Event("afterprint"));
    await waitFor(() => expect(document.querySelector("body > [data-receipt]")).toBeNull());
    expect(document.documentElement.dataset["printing"]).toBeUndefined();
  });
});

describe("the text of a receipt", () => {
  const { tenant } = signedInAs("owner");

  test("shows exclusive tax between the lines and the total", () => {
    const receipt = receiptOf(
      saleDetail({
        id: ID,
        total_amount: 120,
        tax: { mode: "exclusive", rate: 20, amount: 20, parts: [] },
        items: [{ ...soldMilk, total: 120, tax: 20 }],
      }),
      tenant,
      business,
    );
    expect(receipt.lines.map(({ totalMinor }) => totalMinor)).toEqual([10_000]);
    expect(receipt.taxes).toEqual([{ name: "Tax 20%", amountMinor: 2_000 }]);
    expect(receipt.totalMinor).toBe(12_000);
  });

  test("shows no tax without a tax rate", () => {
    const untaxed = saleDetail({
      id: ID,
      tax: { mode: "inclusive", rate: 0, amount: 0, parts: [] },
    });
    expect(receiptOf(untaxed, tenant, undefined)).toMatchObject({
      taxes: [],
      shop: { name: "Adom Provisions, Osu", lines: [] },
    });
  });

  test.each([
    [250, 100, "2.5"],
    [1, 3, "1/3"],
    [1_200, null, "1,200"],
  ])("%i in parts of %s reads %s", (quantity, per_unit, text) => {
    expect(quantityText({ quantity, per_unit })).toBe(text);
  });
});
