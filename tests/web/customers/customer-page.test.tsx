import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { CustomerPage } from "#kernel/contract/api/reports/customer-page.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { abena } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/customers.php";
const ONE = `GET /api/v1/customers/${abena.id}` as const;
const PATH = `/app/customers?customer=${abena.id}` as const;

const purchase = (n: number, part: Partial<CustomerPage["purchases"][number]> = {}) => ({
  id: `sale-${n}`,
  receipt_number: `1-1-${n}`,
  total_amount: 20,
  currency: "GHS",
  occurred_at: "2026-11-21T11:42:00Z",
  unit_count: 3,
  payment_method: "mobile_money",
  voided_at: null,
  ...part,
});

const page = (part: Partial<CustomerPage> = {}): CustomerPage => ({
  ...abena,
  erased: false,
  totals: [{ currency: "GHS", orders: 12, total: 1_480.5 }],
  last_sale_at: "2026-11-21T11:42:00Z",
  purchases: [purchase(42), purchase(41, { voided_at: "2026-11-21T12:00:00Z" })],
  next_cursor: null,
  ...part,
});

test("CUST-14: a row of the list opens the customer's page", async () => {
  fake.server.on(LIST, succeeds([abena]));
  fake.server.on(ONE, succeeds(page()));
  const user = open("/app/customers", "owner");
  await user.click(await screen.findByRole("link", { name: "Abena Osei" }));
  await screen.findByRole("heading", { name: "Abena Osei" });
  expect(location.search).toBe(`?customer=${abena.id}`);
  await user.click(screen.getByRole("link", { name: "All customers" }));
  await screen.findByText("1 customer");
});

test("CUST-15, CUST-16, CUST-17: shows details, totals and purchases, which open their sale", async () => {
  fake.server.on(LIST, succeeds([abena]));
  fake.server.on(ONE, succeeds(page()));
  open(PATH, "owner");
  await screen.findByText("abena@oseicatering.example");
  screen.getByText("22 Lagos Avenue, East Legon");
  expect(screen.getByText("Spent").closest("div")?.textContent).toContain("GH₵1,480.50");
  expect(screen.getByText("Sales", { selector: "dt" }).closest("div")?.textContent).toContain("12");
  screen.getByText("Last visit 21 Nov, 11:42");
  const first = screen.getByRole("link", { name: "1-1-42" });
  expect(first.getAttribute("href")).toBe("/app/sales?sale=sale-42");
  const row = screen.getByRole("link", { name: "1-1-41" }).closest("li");
  expect(row?.textContent).toContain("Voided");
  expect(row?.querySelectorAll("s")).toHaveLength(2);
});

test("CUST-17: more purchases are shown when asked for", async () => {
  fake.server.on(LIST, succeeds([abena]));
  fake.server.on(ONE, (call) =>
    succeeds(
      call.query.get("cursor") === "next"
        ? page({ purchases: [purchase(7)] })
        : page({ next_cursor: "next" }),
    )(call),
  );
  const user = open(PATH, "owner");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByRole("link", { name: "1-1-7" });
  screen.getByRole("link", { name: "1-1-42" });
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("CUST-18: the phone number is called and opened in WhatsApp", async () => {
  fake.server.on(LIST, succeeds([abena]));
  fake.server.on(ONE, succeeds(page()));
  open(PATH, "cashier");
  const call = await screen.findByRole("link", { name: "Call" });
  expect(call.getAttribute("href")).toBe("tel:+233556027719");
  const chat = screen.getByRole("link", { name: "WhatsApp" });
  expect(chat.getAttribute("href")).toBe("https://wa.me/233556027719?text=");
});

test("CUST-18: is edited by roles that may", async () => {
  fake.server.on(LIST, succeeds([abena]));
  fake.server.on(ONE, succeeds(page()));
  const user = open(PATH, "cashier");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const form = await screen.findByRole("dialog");
  await user.click(within(form).getByRole("button", { name: "Cancel" }));
});

describe("erasing a customer", () => {
  const ERASE = `POST /api/v1/customers/${abena.id}/erase`;
  const ask = async () => {
    fake.server.on(LIST, succeeds([abena]));
    fake.server.on(
      ONE,
      succeeds(page()),
      succeeds(page({ erased: true, first_name: "Erased", last_name: "" })),
    );
    const user = open(PATH, "manager");
    const section = await screen.findByRole("region", { name: "Erase this customer" });
    within(section).getByText(/No one can read name, contact data and notes again/);
    await user.click(within(section).getByRole("button", { name: "Erase permanently" }));
    const name = "Erase Abena Osei permanently?";
    const question = await screen.findByRole("alertdialog", { name });
    within(question).getByText(/Past sales stay in all totals, without a name/);
    within(question).getByText(/This can't be undone/);
    return { user, question };
  };

  test("CUST-13, CUST-18, CUST-21: is at the end of the page, explained and asked about", async () => {
    const { user, question } = await ask();
    fake.server.on(ERASE, succeeds({ id: abena.id }));
    const headings = screen.getAllByRole("heading", { level: 2, hidden: true });
    expect(headings.at(-2)?.textContent).toBe("Erase this customer");
    expect(headings.at(-1)?.textContent).toBe("Erase Abena Osei permanently?");
    await pressIn(user, question, "Erase permanently");
    await screen.findByText(/This customer was erased/);
    screen.getByRole("heading", { name: "Erased customer" });
    await screen.findByText("Customer erased");
    expect(fake.server.calls(ERASE)).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Erase permanently" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  test("CUST-13: does nothing on Cancel, and shows a refusal", async () => {
    const { user, question } = await ask();
    await pressIn(user, question, "Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(fake.server.calls(ERASE)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Erase permanently" }));
    fake.server.on(ERASE, refuses(403, "Your role does not allow this", "forbidden"));
    const again = await screen.findByRole("alertdialog");
    await pressIn(user, again, "Erase permanently");
    await within(again).findByText("Not saved. Your role does not allow this");
  });

  test("CUST-13: is not offered to a cashier", async () => {
    fake.server.on(LIST, succeeds([abena]));
    fake.server.on(ONE, succeeds(page()));
    open(PATH, "cashier");
    await screen.findByRole("button", { name: "Edit" });
    expect(screen.queryByText(/Erase/)).toBeNull();
  });
});

test("CUST-19: contact data are hidden from an auditor, who changes nothing", async () => {
  fake.server.on(LIST, succeeds([{ ...abena, phone: null, email: null, address: null }]));
  fake.server.on(ONE, succeeds(page({ phone: null, email: null, address: null })));
  open(PATH, "auditor");
  expect(await screen.findAllByText("Hidden for your role")).toHaveLength(3);
  for (const name of ["Edit", "Erase permanently"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("CUST-14: an unknown customer is said to be unknown", async () => {
  fake.server.on(LIST, succeeds([]));
  fake.server.on(ONE, refuses(404, "Customer not found"));
  open(PATH, "owner");
  await screen.findByText("Failed to load this customer");
  screen.getByText("Customer not found");
});

test("CUST-14: a support session sees the list, and no page of a person", async () => {
  fake.server.on(LIST, succeeds([abena]));
  open("/app/customers", "support");
  await screen.findByText("Abena Osei");
  expect(screen.queryByRole("link", { name: "Abena Osei" })).toBeNull();
});
