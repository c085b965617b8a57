import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { succeeds } from "#tests/web/kit/fake-server.ts";
import { ownSale } from "#tests/web/kit/own-till.ts";
import { kofi, sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import { openTill, press, pressLater, tile } from "#tests/web/kit/till.tsx";
import { till, type TillData } from "#web/till/till.ts";

const ASK = "POST /api/v1/approvals";
const ID = "01990000-0000-7000-8000-00000000a001";
const PASTE = "01990000-0000-7000-8000-0000000000a2";
const BOTH =
  /^Gino Tomato Paste 210g at .*10\.00 instead of .*12\.00, and more than is in stock, for this sale\.$/;

const SHORT = { productId: PASTE, what: "short", onHand: 0 } as const;

const fake = sharedTillEachTest();

/** The paste is short by what the server says, and with `isKnown` by what the till says, too. */
async function openShort(isKnown: boolean, settings: Partial<TillData["settings"]> = {}) {
  const data = fake.dataWith({ oversellPolicy: "warn", ...settings });
  const products = data.products.map((product) =>
    product.id === PASTE && isKnown ? { ...product, stock: 0 } : product,
  );
  fake.become({ data: { ...data, products } });
  vi.mocked(till.check).mockResolvedValue({ blocks: false, findings: [SHORT] });
  fake.sells(ownSale({ number: 58, state: "to-send" }));
  await openTill("cashier");
  await waitFor(() => expect(tile("Gino").getAttribute("aria-disabled")).toBeNull());
  fireEvent.click(tile("Gino"));
}

const answers = (lastsMs = 120_000) =>
  fake.server.on(
    ASK,
    succeeds({ id: ID, state: "given", until: new Date(Date.now() + lastsMs).toISOString() }),
  );

/** The cashier types 10.00 for the paste, 12.00 in the shop. */
const typePrice = () => typeIn("Unit price", "10");

async function typeIn(label: string, text: string) {
  press(/item/);
  fireEvent.click(await screen.findByRole("button", { name: "Change Gino Tomato Paste 210g" }));
  const sheet = await screen.findByRole("dialog", { name: "Gino Tomato Paste 210g" });
  fireEvent.change(within(sheet).getByLabelText(label), { target: { value: text } });
  fireEvent.click(within(sheet).getByRole("button", { name: "Done" }));
}

const question = async () => {
  const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
  return within(sheet).getByText(/for this sale\.$/).textContent ?? "";
};

async function kofiApproves() {
  fireEvent.click(await screen.findByRole("button", { name: /Kofi Asante/ }));
  for (const digit of "482604") press(digit);
  press("Approve");
  await waitFor(() => expect(screen.queryByText("Needs approval")).toBeNull());
}

async function charge() {
  const [close] = screen.queryAllByRole("button", { name: "Close" });
  if (close) fireEvent.click(close);
  press("Charge");
  await screen.findByRole("region", { name: "Charge" });
}

const bodies = () => fake.server.calls(ASK).map(({ body }) => body);
const onlySale = () => fake.recordSale()[0];

const approvalOfBoth = {
  by: kofi.id,
  how: "server",
  approvalId: ID,
  what: "price",
  oversell: true,
};

describe("a price and more than is in stock", () => {
  test("PIN-80, PIN-81: are one question when the till knows of both, and one approval of the sale", async () => {
    answers();
    await openShort(true);
    await typePrice();
    expect(await question()).toMatch(BOTH);
    await kofiApproves();
    await charge();
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(onlySale()?.approval).toEqual(approvalOfBoth);
    expect(bodies()).toEqual([
      {
        entry: onlySale()?.row.id,
        what: "price",
        oversell: true,
        amount_minor: 200,
        item: { product_id: PASTE, price_minor: 1_000 },
        by: kofi.id,
        pin: "482604",
      },
    ]);
  });

  test("PIN-83: are one question, too, when only the server knows that it is short", async () => {
    answers();
    await openShort(false);
    await typePrice();
    expect(await question()).toMatch(BOTH);
    expect(vi.mocked(till.check).mock.calls.map(([{ lines }]) => lines)).toMatchObject([
      [{ productId: PASTE, quantity: 1, listPriceMinor: 1_200, unitPriceMinor: 1_000 }],
    ]);
    await kofiApproves();
    await charge();
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(onlySale()?.approval).toEqual(approvalOfBoth);
    expect(bodies()).toMatchObject([{ what: "price", oversell: true, amount_minor: 200 }]);
  });

  test("PIN-83: the till waits for the server before it asks", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await openShort(false);
    vi.mocked(till.check).mockReturnValueOnce(promise);
    await typePrice();
    const sheet = await screen.findByRole("dialog", { name: "Needs approval" });
    within(sheet).getByText("Checking the stock...");
    expect(within(sheet).queryByText("Who approves it?")).toBeNull();
    resolve(undefined);
    expect(await question()).not.toContain("stock");
    expect(within(sheet).queryByText("Checking the stock...")).toBeNull();
  });

  test.each([
    ["has enough", { blocks: false, findings: [] }],
    ["blocks what is short", { blocks: true, findings: [SHORT] }],
  ])("PIN-83: a server that %s changes no question", async (_, answer) => {
    await openShort(false);
    vi.mocked(till.check).mockResolvedValueOnce(answer);
    await typePrice();
    expect(await question()).not.toContain("stock");
  });

  test("PIN-83: a shop that sells without asking is not checked on before Charge", async () => {
    await openShort(false, { oversellPolicy: "allow" });
    await typePrice();
    expect(await question()).not.toContain("stock");
    expect(vi.mocked(till.check)).not.toHaveBeenCalled();
  });

  test("PIN-80: are asked for together at Charge when the server says only there that it is short", async () => {
    answers();
    await openShort(false);
    vi.mocked(till.check).mockResolvedValueOnce(undefined);
    await typePrice();
    expect(await question()).not.toContain("stock");
    await kofiApproves();
    await charge();
    await screen.findByText("Gino Tomato Paste 210g is out of stock");
    press(/^Exact/);
    expect(fake.recordSale()).toEqual([]);
    press("Ask to sell anyway");
    expect(await question()).toMatch(BOTH);
    await kofiApproves();
    pressLater(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(onlySale()?.approval).toEqual(approvalOfBoth);
  });

  test("PIN-80: more of it asks again, for both", async () => {
    answers();
    await openShort(true);
    await typePrice();
    await kofiApproves();
    fireEvent.click(screen.getByRole("button", { name: "One more Gino Tomato Paste 210g" }));
    const [close] = screen.getAllByRole("button", { name: "Close" });
    if (close) fireEvent.click(close);
    press("Charge");
    expect(await question()).toMatch(BOTH);
    await kofiApproves();
    expect(bodies()[1]).toMatchObject({ amount_minor: 400, oversell: true });
  });

  test("PIN-80: an approval that has run out is asked for again, for both", async () => {
    answers(-1);
    await openShort(true);
    await typePrice();
    await kofiApproves();
    const [close] = screen.getAllByRole("button", { name: "Close" });
    if (close) fireEvent.click(close);
    press("Charge");
    expect(await question()).toMatch(BOTH);
    expect(fake.recordSale()).toEqual([]);
  });

  test("PIN-81: an amount off the shop's prices is named with it", async () => {
    answers();
    await openShort(true);
    await typeIn("Discount (optional)", "1");
    expect(await question()).toMatch(
      /1\.00 off the shop's prices, and more than is in stock, for this sale\.$/,
    );
  });

  test("PIN-80: without a network the shop's limit is of the price, as before", async () => {
    await openShort(true, { offlineApprovalMinor: 199 });
    fake.offline();
    await typePrice();
    expect(await question()).toMatch(BOTH);
    fireEvent.click(await screen.findByRole("button", { name: /Kofi Asante/ }));
    for (const digit of "482604") press(digit);
    press("Approve");
    await screen.findByText("Without a network a PIN approves at most GH₵1.99.");
    expect(bodies()).toEqual([]);
  });
});
