import { createEvent, fireEvent, screen } from "@testing-library/react";
import { beforeEach, vi } from "vitest";

import { noteTouch } from "#web/lock/idle.ts";
import { session } from "#web/state/session.ts";

import { open, serveEachTest } from "./app.tsx";
import { succeeds } from "./fake-server.ts";
import { kwame, milk, noodles, paste, product, sale, sardines } from "./shop.ts";

export const PRODUCTS = "GET /api/products.php";
export const RECORD = "POST /api/sales.php";
export const SELL = "/app/sell";
export const SALE_ID = "01990000-0000-7000-8000-00009f3c21ab";

export const milo = product({
  id: "p-milo",
  name: "Milo 400g",
  price: 62,
  barcodes: ["6001240100035"],
  category: "Drinks",
});
export const shelf = [paste, milk, milo, noodles, sardines];

const written = {
  id: SALE_ID,
  receipt_number: "1-1-42",
  total_amount: 12,
  tax_amount: 0,
  currency: "GHS",
  created_at: "2026-11-21T11:42:00Z",
  item_count: 1,
  unit_count: 1,
  payment_method: "cash",
  possible_duplicate_of: null,
};
export const recorded = succeeds(written);

const detail = {
  ...sale({
    id: SALE_ID,
    receipt_number: "1-1-42",
    total_amount: 12,
    item_count: 1,
    unit_count: 1,
  }),
  business_date: "2026-11-21",
  cashier_id: "user-cashier",
  cashier_name: "Akosua Mensah",
  notes: null,
  discount_amount: 0,
  tax: { mode: "inclusive", rate: 0, amount: 0, parts: [] },
  tenders: [
    { method: "cash", amount: 12, given: null, change: null, status: "confirmed", reference: null },
  ],
  items: [],
  voided: false,
  voided_at: null,
  void_reason: null,
};

export const settings = (policy: "block" | "warn" | "allow", discountLimit = 0) =>
  succeeds({
    business: {
      business_name: "Adom Provisions, Osu",
      phone: null,
      email: null,
      address: null,
      currency: "GHS",
      timezone: "Africa/Accra",
      tax_rate: 0,
      tax_profile: "unregistered",
      tin: null,
      tax_mode: "inclusive",
      receipt_footer: null,
      oversell_policy: policy,
      offline_days: 14,
      offline_approval_limit: 200,
      discount_limit: discountLimit,
      email_provider: "none",
      payment_provider: "none",
      receipt_links: false,
      cashiers_see_takings: false,
      version: 1,
    },
    notifications: null,
  });

/** A phone by default. */
export function onScreen(wide: boolean) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: wide && query.includes("min-width"),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** The till of a shop with five products, for each test of a file. */
export function tillEachTest() {
  const fake = serveEachTest();
  beforeEach(() => {
    onScreen(false);
    fake.server.on(PRODUCTS, succeeds(shelf));
    fake.server.on("GET /api/customers.php", succeeds([kwame]));
    fake.server.on("GET /api/v1/settings", settings("block"));
    fake.server.on(`GET /api/v1/sales/${SALE_ID}`, succeeds(detail));
  });
  return {
    get server() {
      return fake.server;
    },
    sent: () => fake.server.calls(RECORD).map(({ body }) => body),
    keysSent: () => fake.server.calls(RECORD).map(({ headers }) => headers.get("idempotency-key")),
  };
}

export const tile = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole("button", { name }));

export async function openTill(role = "owner") {
  const user = open(SELL, role);
  await screen.findByRole("button", { name: /^Milo 400g/ });
  return user;
}

/** The session goes on as one that a PIN began. */
export function startOnlySell(): void {
  const current = session.get();
  if (current === undefined) throw new Error("no session");
  noteTouch(current.tenant.id);
  session.start({ ...current, user: { ...current.user, only_sell: true } });
}

let clockMs = 0;
const AHEAD_MS = 60_000;

/** An event with a chosen time: tests depend on the interval between two events. */
function fireAt(target: Element, event: Event, afterMs: number) {
  clockMs += afterMs;
  Object.defineProperty(event, "timeStamp", { value: clockMs });
  fireEvent(target, event);
}

/** Times of the next keys: later than the page's own clock, which runs as long as its worker. */
export function aheadOfPage(): void {
  clockMs = Math.max(clockMs, performance.now()) + AHEAD_MS;
}

const focused = () => document.activeElement ?? document.body;
export const keyDown = (key: string, afterMs: number, target = focused()) =>
  fireAt(target, createEvent.keyDown(target, { key }), afterMs);
const LATER_MS = 2_000;
export const enter = () => keyDown("Enter", LATER_MS);

/** Types keys as fast as a scanner, whatever has the focus. */
export function scan(code: string) {
  for (const key of code) keyDown(key, 4);
  keyDown("Enter", 4);
  clockMs += LATER_MS;
}

/** A press well after the previous one. */
export function pressLater(name: RegExp, thanMs = 0) {
  const button = screen.getByRole("button", { name });
  clockMs = Math.max(clockMs, thanMs);
  fireAt(button, createEvent.click(button), LATER_MS);
}

export const barText = () => screen.getByRole("button", { name: /items? / }).textContent;

/** Adds products and opens the charge sheet. */
export async function chargePaste(role?: string, name = "Gino") {
  const user = await openTill(role);
  fireEvent.click(tile(name));
  press("Charge");
  return user;
}
