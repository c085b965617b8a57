import { vi } from "vitest";

import type { TillProduct } from "#kernel/contract/api/till/changes.ts";
import { Entry, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { createStore } from "#web/state/store.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import { type OwnSale, till, type TillData, type TillNow } from "#web/till/till.ts";

const PRODUCT = "01990000-0000-7000-8000-0000000000a1";
const PERSON = "01990000-0000-7000-8000-0000000000b1";

const tillProduct = (part: Partial<TillProduct> & { id: string; name: string }): TillProduct => ({
  priceMinor: 1_200,
  stock: 96,
  sku: null,
  barcodes: [],
  category: null,
  unit: null,
  archived: false,
  ...part,
});

export const ownMilo = tillProduct({
  id: PRODUCT,
  name: "Milo 400g",
  priceMinor: 6_200,
  stock: 3,
  barcodes: ["6001240100035"],
});
const ownPaste = tillProduct({
  id: "01990000-0000-7000-8000-0000000000a2",
  name: "Gino Tomato Paste 210g",
});

export const tillData = (settings: Partial<TillData["settings"]> = {}): TillData => ({
  seq: 40,
  takenMs: Date.now(),
  products: [ownMilo, ownPaste],
  customers: [
    { id: "01990000-0000-7000-8000-0000000000c1", name: "Yaa Asantewaa", phone: null, gone: false },
    { id: "01990000-0000-7000-8000-0000000000c2", name: "Gone Customer", phone: null, gone: true },
  ],
  people: [{ id: PERSON, name: "Ama Serwaa", role: "owner", gone: false }],
  settings: {
    businessName: "Adom Provisions",
    phone: "024 455 0182",
    address: "14 Oxford Street, Osu, Accra",
    receiptFooter: "Thank you. Come again!",
    currency: "GHS",
    timezone: "Africa/Accra",
    taxRateBp: 2_000,
    oversellPolicy: "block",
    offlineDays: 14,
    offlineApprovalMinor: 20_000,
    discountLimitBp: 0,
    ...settings,
  },
});

type SaleOptions = Pick<OwnSale, "state" | "reason"> & { number: number };

/** One tin of Milo in cash, with the tax that is inside its price. */
export function ownSale({ number, state, reason }: SaleOptions): OwnSale {
  const at = Date.now();
  const body = SaleEntryBody.parse({
    receiptNumber: number,
    businessDate: new Date(at).toISOString().slice(0, 10),
    currency: "GHS",
    lines: [
      {
        productId: PRODUCT,
        name: "Milo 400g",
        quantity: 1,
        listPriceMinor: 6_200,
        unitPriceMinor: 6_200,
        discountMinor: 0,
        taxMinor: 1_033,
        totalMinor: 6_200,
      },
    ],
    tenders: [{ method: "cash", amountMinor: 6_200, givenMinor: 10_000 }],
    tax: { mode: "inclusive", rateBp: 2_000 },
    totalMinor: 6_200,
    taxMinor: 1_033,
  });
  const entry = Entry.parse({
    id: newEntryId(at),
    seq: number,
    v: 1,
    salt: "salt",
    kind: "sale",
    body,
    at,
    basis: 40,
    person: PERSON,
  });
  return {
    entry: { ...entry, kind: "sale", body },
    receipt: `1-2-${number}`,
    cart: { lines: [], newest: null, customer: null },
    parts: [{ method: "cash", amountMinor: 6_200, givenMinor: 10_000 }],
    state,
    ...(reason === undefined ? {} : { reason }),
  };
}

export const ACTIVE: TillNow = {
  isReady: true,
  phase: "active",
  number: 2,
  name: "Android phone",
  isPersistent: true,
  lastContactMs: Date.now(),
  data: tillData(),
  toSend: 0,
  sales: [],
};

/** In place of the till of this device, until the mocks are restored. */
export function becomeTill(part: Partial<TillNow> = {}) {
  const store = createStore<TillNow>({ ...ACTIVE, ...part });
  vi.spyOn(till, "get").mockImplementation(store.get);
  vi.spyOn(till, "subscribe").mockImplementation(store.subscribe);
  vi.spyOn(till, "open").mockResolvedValue();
  const sync = vi.spyOn(till, "sync").mockReturnValue();
  return {
    show: (next: Partial<TillNow>) => store.set({ ...store.get(), ...next }),
    sync,
    check: vi.spyOn(till, "check").mockResolvedValue(undefined),
    recordSale: vi.spyOn(till, "recordSale"),
    exportUnsent: vi.spyOn(till, "exportUnsent").mockResolvedValue(new Blob(["[]"])),
  };
}
