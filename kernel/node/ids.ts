import { createHash, randomUUID } from "node:crypto";

import {
  OPEN_ITEM,
  ProductId,
  type SaleId,
  StreamId,
  type TenantId,
  type UserId,
} from "#kernel/contract/ids.ts";

import { remembering } from "./remember.ts";

const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

/** A UUIDv7: sorted by time to the millisecond, so that indexes grow at their end. */
export function newId(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, "0");
  // Takes the random bits of a v4, which Node generates in advance.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A UUIDv5 of a name within an id: computed, so it needs no lookup. */
export function derivedId(namespace: string, name: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  return toUuid(hash.subarray(0, 16), 5);
}

function toUuid(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(VERSION_BYTE) & 0x0f) | (version << 4), VERSION_BYTE);
  bytes.writeUInt8((bytes.readUInt8(VARIANT_BYTE) & 0x3f) | 0x80, VARIANT_BYTE);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The stream of a person's membership in a tenant. */
export const memberStream = (userId: UserId): StreamId =>
  StreamId.parse(derivedId(userId, "member"));

/** The stream of what needs attention: of one kind, about one thing. */
export const issueStream = (tenantId: TenantId, kind: string, thing: string): StreamId =>
  StreamId.parse(derivedId(tenantId, `issue:${kind}:${thing}`));

/** The stream of the links to the receipt of a sale. */
export const receiptLinkStream = (saleId: SaleId): StreamId =>
  StreamId.parse(derivedId(saleId, "receipt-link"));

/** The stream of the requests to email the receipt of a sale. */
export const receiptEmailStream = (saleId: SaleId): StreamId =>
  StreamId.parse(derivedId(saleId, "receipt-email"));

/** The stream of the copies of the receipt of a sale. */
export const receiptCopiesStream = (saleId: SaleId): StreamId =>
  StreamId.parse(derivedId(saleId, "receipt-copies"));

/** The reserved id of lines without a product: amounts that were sold by themselves. */
export const openItemId = remembering((tenantId: TenantId): ProductId =>
  ProductId.parse(derivedId(tenantId, OPEN_ITEM)),
);

/** The stream of a person's own profile. */
export const profileStream = (userId: UserId): StreamId =>
  StreamId.parse(derivedId(userId, "profile"));
