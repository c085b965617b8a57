import { OPEN_ITEM } from "#kernel/contract/ids.ts";

const BYTES = 16;
const VERSION_AT = 6;
const VARIANT_AT = 8;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})/;

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function bytesOf(uuid: string): Uint8Array {
  const digits = uuid.replaceAll("-", "");
  return Uint8Array.from({ length: BYTES }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

/** The id that amounts without a product have in this shop: a UUIDv5, as the server computes it. */
export async function openItemId(shop: string): Promise<string> {
  const named = new Uint8Array([...bytesOf(shop), ...new TextEncoder().encode(OPEN_ITEM)]);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", named)).slice(0, BYTES);
  hash[VERSION_AT] = ((hash[VERSION_AT] ?? 0) & 0x0f) | 0x50;
  hash[VARIANT_AT] = ((hash[VARIANT_AT] ?? 0) & 0x3f) | 0x80;
  return hex(hash).replace(GROUPS, "$1-$2-$3-$4-");
}
