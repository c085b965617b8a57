import { hash } from "node:crypto";

import { type LeafFields, leafOf, leafText } from "#kernel/verify/hashes.ts";

export type TextField = "data" | "meta" | "effects";

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** Finds the byte of a text that was changed or added. */
export function byteBefore(fields: LeafFields, field: TextField, leaf: Buffer): string | undefined {
  if (fields[field] === null) return undefined;
  return swappedByte(fields, field, leaf) ?? addedByte(fields, field, leaf);
}

/** Tries every byte in place in the hashed text. */
function swappedByte(fields: LeafFields, field: TextField, leaf: Buffer): string | undefined {
  const { bytes, from, length } = hashedText(fields, field);
  for (let at = from; at < from + length; at += 1) {
    const is = bytes[at] ?? 0;
    if (is > LAST_PRINTABLE) continue;
    for (let byte = FIRST_PRINTABLE; byte <= LAST_PRINTABLE; byte += 1) {
      bytes[at] = byte;
      if (byte === is || !hash("sha256", bytes, "buffer").equals(leaf)) continue;
      return `byte ${at - from + 1} is ${quoted(is)} and was ${quoted(byte)}`;
    }
    bytes[at] = is;
  }
  return undefined;
}

const quoted = (byte: number): string => JSON.stringify(String.fromCharCode(byte));

function addedByte(fields: LeafFields, field: TextField, leaf: Buffer): string | undefined {
  const text = fields[field] ?? "";
  for (let at = 0; at < text.length; at += 1) {
    const without = `${text.slice(0, at)}${text.slice(at + 1)}`;
    if (!leafOf({ ...fields, [field]: without }).equals(leaf)) continue;
    return `character ${at + 1}, ${JSON.stringify(text[at])}, was not there`;
  }
  return undefined;
}

/** The text that is hashed into the leaf, and the position of the field in it. */
function hashedText(fields: LeafFields, field: TextField) {
  const { data, meta, effects } = fields;
  const texts = { data, meta, effects: effects ?? "" };
  const following = {
    data: `|${Buffer.byteLength(meta)}|${meta}|${Buffer.byteLength(texts.effects)}|${texts.effects}`,
    meta: `|${Buffer.byteLength(texts.effects)}|${texts.effects}`,
    effects: "",
  }[field];
  const bytes = Buffer.from(leafText(fields));
  const length = Buffer.byteLength(texts[field]);
  return { bytes, from: bytes.length - Buffer.byteLength(following) - length, length };
}
