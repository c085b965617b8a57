import { createPublicKey, type KeyObject, verify } from "node:crypto";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { tillStream } from "#command-api/till/till.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { createRemembered } from "#kernel/node/remember.ts";

import { SIGNATURE_BYTES, toDer } from "./der-signature.ts";

/** What never changes about a till: it is in the first event of its stream. */
export type TillIdentity = Readonly<{
  tenantId: TenantId;
  till: number;
  deviceId: string;
  enrolledMs: number;
  enrolledBy: UserId;
  key: KeyObject;
}>;

export type SignedRequest = Readonly<{
  tenantId: TenantId;
  till: number;
  /** The value of the header, if there is one. */
  signature: unknown;
  /** The bytes that were signed. */
  signed: Buffer;
}>;

export type TillIdentities = Readonly<{
  /** The till that signed the request; undefined if the till that it names did not. */
  find: (request: SignedRequest) => Promise<TillIdentity | undefined>;
}>;

/** Base64 of 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** Keys are kept, because making the object of one costs as much as checking a signature. */
export function createTillIdentities(store: Pick<EventStore, "read">): TillIdentities {
  const known = createRemembered<TillIdentity>();

  async function identityOf(tenantId: TenantId, till: number): Promise<TillIdentity | undefined> {
    const name = `${tenantId}|${till}`;
    const kept = known.get(name);
    if (kept) return kept;
    const read = await readIdentity(store, tenantId, till);
    return read && known.set(name, read);
  }

  return {
    async find({ tenantId, till, signature, signed }) {
      if (typeof signature !== "string" || !SIGNATURE.test(signature)) return undefined;
      const identity = await identityOf(tenantId, till);
      if (!identity) return undefined;
      const bytes = Buffer.from(signature, "base64").subarray(0, SIGNATURE_BYTES);
      return verify("sha256", signed, identity.key, toDer(bytes)) ? identity : undefined;
    },
  };
}

async function readIdentity(
  { read }: Pick<EventStore, "read">,
  tenantId: TenantId,
  till: number,
): Promise<TillIdentity | undefined> {
  const first = await read.ofStream(tenantId, tillStream(tenantId, till), 1);
  const event = first && parseStored(first);
  if (event?.type !== "TillEnrolled") return undefined;
  const { deviceId, publicKey } = event.data;
  const der = Buffer.from(publicKey, "base64");
  return {
    tenantId,
    till,
    deviceId,
    enrolledMs: event.recordedMs,
    enrolledBy: event.actorId,
    key: createPublicKey({ key: der, format: "der", type: "spki" }),
  };
}
