import * as z from "zod/mini";

import * as customer from "#kernel/contract/events/customer.ts";
import * as product from "#kernel/contract/events/product.ts";
import { ProjectionEventSkipped } from "#kernel/contract/events/projection.ts";
import {
  EventEffects,
  EventMeta,
  type Recorded,
  type StoredEvent,
} from "#kernel/contract/events/recorded.ts";
import * as sale from "#kernel/contract/events/sale.ts";
import * as staff from "#kernel/contract/events/staff.ts";
import * as tenant from "#kernel/contract/events/tenant.ts";

export const TillbookEvent = z.discriminatedUnion("type", [
  sale.SaleRecorded,
  sale.SaleVoided,
  product.ProductAdded,
  product.ProductDetailsChanged,
  product.ProductRepriced,
  product.StockAdjusted,
  product.StockCounted,
  product.ProductArchived,
  product.ProductRestored,
  customer.CustomerAdded,
  customer.CustomerDetailsChanged,
  customer.CustomerArchived,
  tenant.TenantRegistered,
  tenant.TenantStatusChanged,
  staff.StaffJoined,
  staff.SignedIn,
  staff.LockedOut,
  staff.SessionsEnded,
  ProjectionEventSkipped,
]);
export type TillbookEvent = z.infer<typeof TillbookEvent>;
export type EventType = TillbookEvent["type"];
export type RecordedEvent = Recorded<TillbookEvent>;

/** The version written today, by type; a version once written is read for ever. */
export const SCHEMA_VERSION = {
  SaleRecorded: 1,
  SaleVoided: 1,
  ProductAdded: 1,
  ProductDetailsChanged: 1,
  ProductRepriced: 1,
  StockAdjusted: 1,
  StockCounted: 1,
  ProductArchived: 1,
  ProductRestored: 1,
  CustomerAdded: 1,
  CustomerDetailsChanged: 1,
  CustomerArchived: 1,
  TenantRegistered: 1,
  TenantStatusChanged: 1,
  StaffJoined: 1,
  SignedIn: 1,
  LockedOut: 1,
  SessionsEnded: 1,
  ProjectionEventSkipped: 1,
} as const satisfies Record<EventType, number>;

export const isEventType = (type: string): type is EventType => Object.hasOwn(SCHEMA_VERSION, type);

type Upcaster = (data: unknown) => unknown;

/** `${type}@${version}` turns the data of that version into the next one's. */
const UPCASTERS: Readonly<Record<string, Upcaster>> = {};

/** The data of an older version, brought up step by step to today's. */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  upcasters: Readonly<Record<string, Upcaster>> = UPCASTERS,
): unknown {
  let current = data;
  for (let v = version; v < SCHEMA_VERSION[type]; v++) {
    const step = upcasters[`${type}@${v}`];
    if (!step) throw new Error(`no upcaster from ${type} version ${v}`);
    current = step(current);
  }
  return current;
}

/** Reads a stored event by the catalogue; throws for an unknown type, a newer version or a shape that does not hold. */
export function parseStored(stored: StoredEvent): RecordedEvent {
  const { type, schemaV } = stored;
  if (!isEventType(type)) throw new Error(`unknown event type ${type}`);
  if (schemaV > SCHEMA_VERSION[type]) {
    throw new Error(`${type} version ${schemaV} is newer than this build`);
  }
  const data: unknown = upcast(type, schemaV, JSON.parse(stored.data));
  const event = TillbookEvent.parse({ type, data });
  return {
    ...stored,
    ...event,
    meta: EventMeta.parse(JSON.parse(stored.meta)),
    effects: stored.effects === null ? {} : EventEffects.parse(JSON.parse(stored.effects)),
  };
}
