import type { TillChanges } from "#kernel/contract/api/till/changes.ts";
import type { EnrolledTill, EnrolTillRequest } from "#kernel/contract/api/till/tills.ts";
import type { RawAnswer, SignedBody } from "#web/api/signed-request.ts";
import { connect, type Connection } from "#web/device/connection.ts";
import type { StoredCart } from "#web/device/rows.ts";
import type { Cart } from "#web/state/cart.ts";
import { createDataStore } from "#web/till/data-store.ts";
import { createEngine } from "#web/till/engine.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import { createTillClock } from "#web/till/till-clock.ts";
import { NOT_READY, type OwnSale, type TillNow } from "#web/till/till-now.ts";
import { createTillStore } from "#web/till/till-store.ts";

export const MILO = "01990000-0000-7000-8000-0000000000a1";

export const cartOf = (quantity = 1, productId = MILO): Cart => ({
  lines: [
    {
      productId,
      name: "Milo",
      unitPriceMinor: 450,
      listPriceMinor: 450,
      quantity,
      perUnit: 1,
      unit: null,
      stock: 100,
    },
  ],
  newest: null,
  customer: null,
});

export const changesOf = (over: Partial<TillChanges> = {}): TillChanges => ({
  seq: 10,
  products: [
    {
      id: MILO,
      name: "Milo",
      priceMinor: 450,
      stock: 100,
      sku: null,
      barcodes: [],
      category: null,
      unit: null,
      archived: false,
    },
  ],
  stocks: [],
  customers: [{ id: crypto.randomUUID(), name: "Kwame", phone: "0244000000", gone: false }],
  people: [],
  settings: {
    businessName: "Adom",
    phone: null,
    address: null,
    receiptFooter: null,
    currency: "GHS",
    timezone: "Africa/Accra",
    taxRateBp: 0,
    oversellPolicy: "block",
    offlineDays: 14,
    offlineApprovalMinor: 20_000,
    discountLimitBp: 0,
  },
  ...over,
});

type Options = Readonly<{
  send: (path: string, body: SignedBody, withinMs: number) => Promise<RawAnswer>;
  enrol: (request: EnrolTillRequest) => Promise<EnrolledTill>;
  download?: (since: number | undefined) => Promise<TillChanges>;
  tenantId?: string;
  /** The name of its database; without it that of the tenant. */
  device?: string;
  person?: string;
  role?: string | undefined;
}>;

/** A till as a browser runs it. Outside of browsers the database is one in memory. */
export async function openBrowserTill(options: Options) {
  const { tenantId = crypto.randomUUID(), person = crypto.randomUUID() } = options;
  const { download = () => Promise.resolve(changesOf()) } = options;
  const connection = await connect(options.device ?? tenantId);
  const store = createTillStore(connection);
  const clocks = { wallMs: Date.UTC(2026, 10, 25, 12), monoMs: 0 };
  const session = { role: "role" in options ? options.role : "owner" };
  let shown: TillNow = NOT_READY;
  const mono = (): number => clocks.monoMs;
  const open = () =>
    createEngine({
      store,
      data: createDataStore(connection),
      tenantId,
      clock: createTillClock({ wall: () => clocks.wallMs, mono }),
      mono,
      send: options.send,
      enrol: options.enrol,
      download,
      seller: () => (session.role === undefined ? undefined : { role: session.role }),
      deviceName: () => "Android phone",
      lock: (work) => work(),
      person: () => person,
      show: (now) => (shown = now),
      announce: () => undefined,
      later: (work) => work(),
    });
  let engine = open();
  await engine.read();

  async function storeRow(cart: Cart, id: string): Promise<StoredCart> {
    const row = { id, owner: `${tenantId}/${person}`, cart, changedMs: 0, version: 1 };
    await connection.run((database) => database.put("carts", row));
    return row;
  }

  return {
    tenantId,
    connection,
    store,
    clocks,
    session,
    now: (): TillNow => shown,
    engine: () => engine,
    /** Opens Sell, and waits until everything that follows is done. */
    open: async (): Promise<void> => {
      engine.want();
      await engine.contact();
    },
    contact: (): Promise<void> => engine.contact(),
    storeCart: storeRow,
    sell: async (cart: Cart = cartOf(), id = newEntryId()): Promise<OwnSale> => {
      const row = await storeRow(cart, id);
      const amountMinor = cart.lines.reduce((sum, line) => sum + line.quantity * 450, 0);
      return engine.recordSale({
        cart,
        parts: [{ method: "cash", amountMinor }],
        row,
        isStored: true,
      });
    },
    /** The page ends, and the next one reads what is on the device. */
    restart: async (): Promise<void> => {
      engine.close();
      engine = open();
      await engine.read();
    },
    close: (): void => {
      engine.close();
      connection.close();
    },
  };
}

export type BrowserTill = Awaited<ReturnType<typeof openBrowserTill>>;

/** The rows of a store, as they are. */
export const rowsIn = (
  { run }: Connection,
  store: "meta" | "outbox" | "sales" | "carts" | "customers" | "products",
): Promise<unknown[]> => run((database) => database.getAll(store));
