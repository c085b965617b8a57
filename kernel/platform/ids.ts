import { createHash, randomBytes } from "node:crypto";

const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

/** A UUIDv7: ids made later sort later, to the millisecond, so that indexes grow at their end. */
export function newId(nowMs = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  return toUuid(bytes, 7);
}

/** The UUIDv5 of a name under an id: a user's member stream is found without a look-up. */
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
