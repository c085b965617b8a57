import type {
  TillCustomer,
  TillPerson,
  TillProduct,
  TillSettings,
} from "#kernel/contract/api/till/changes.ts";
import type { Entry, EntryApproval, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import type { StoredCart } from "#web/device/rows.ts";
import type { Cart, Tender } from "#web/state/cart.ts";

// What the screens know of the till.

export type TillPhase =
  /** Not enrolled: it sells online, through register 1. */
  | "none"
  /** Enrolled, and waits for an owner or manager. Meanwhile as "none". */
  | "waiting"
  | "active"
  /** This profile was copied: it delivers what it has, then enrols again. Meanwhile as "none". */
  | "copied"
  /** Removed: it delivers what it has, then deletes its data. */
  | "revoked"
  /** Too long without contact: it sends, shows and exports, and does not sell. */
  | "expired";

export type TillData = Readonly<{
  /** The position of the log that it is at least as new as. */
  seq: number;
  /** When it was downloaded, by the server's clock. */
  takenMs: number;
  products: readonly TillProduct[];
  customers: readonly TillCustomer[];
  people: readonly TillPerson[];
  settings: TillSettings;
}>;

/** A sale of this till, kept for 60 days. */
export type OwnSale = Readonly<{
  entry: Entry & { kind: "sale"; body: SaleEntryBody };
  /** As it is printed: "1-2-57". */
  receipt: string;
  cart: Cart;
  parts: readonly Tender[];
  /** Opens the receipt online, once the sale has arrived. */
  token?: string;
  state: "to-send" | "sent" | "aside";
  /** Why it was set aside: a code. */
  reason?: string;
}>;

export type TillNow = Readonly<{
  /** False until the device's rows are read. */
  isReady: boolean;
  phase: TillPhase;
  number?: number;
  name?: string;
  /** Whether the browser promised to keep the data. */
  isPersistent?: boolean;
  /** How far the device's clock is ahead of the server's, if it is off by more than 2 min. */
  clockOffMs?: number;
  /** By the server's clock. */
  lastContactMs?: number;
  /** Its stock is already less the sales of this till that it does not contain yet. */
  data?: TillData;
  /** Entries without an answer. */
  toSend: number;
  /** How often something has arrived since the page was opened. Absent: never. */
  sent?: number;
  /** Today's and unsent ones, newest first. */
  sales: readonly OwnSale[];
  /** Why sending stops. */
  problem?: "suspended" | "deleted" | "newer-entry" | "refused";
}>;

export const NOT_READY: TillNow = { isReady: false, phase: "none", toSend: 0, sales: [] };

export type NewTillSale = Readonly<{
  cart: Cart;
  parts: readonly Tender[];
  /** The cart's row, and whether the device has it. */
  row: StoredCart;
  isStored: boolean;
  approval?: EntryApproval;
  /**
   * Called with the sale that is being written, which is the one that is stored unless another tab is
   * faster. Its receipt may be drawn, but not shown yet.
   */
  onMade?: (sale: OwnSale) => void;
}>;

/** The cart was paid, parked or emptied in another tab. */
export class CartGone extends Error {
  override readonly name = "CartGone";
}

/** The total that was paid is no longer the sale's: newer data have another tax. */
export class TotalChanged extends Error {
  override readonly name = "TotalChanged";
}

/** What a device says that was removed as a till. */
export const REMOVED = "This till was removed.";

/** This device is no till, or one that may not sell now. */
export class NoTill extends Error {
  override readonly name = "NoTill";
}
