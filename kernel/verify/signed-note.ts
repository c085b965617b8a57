import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

// Signed notes of C2SP (c2sp.org/signed-note) with Ed25519: a text, an empty line, and the
// signatures.

const ED25519 = Buffer.from([1]);
const KEY_BYTES = 32;
const ID_BYTES = 4;
const MOST_SIGNATURES = 100;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const KEY_LINE = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

/** The 32 bytes of an Ed25519 public key, or of the public key of a private one. */
export function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
}

export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") },
    format: "jwk",
  });

/** Identifies the signing key: four bytes before the signature. */
const keyHash = (name: string, raw: Uint8Array): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), ED25519, raw]), "buffer").subarray(
    0,
    ID_BYTES,
  );

/** A public key and its name on one line, as other programs that read notes accept it. */
export const verifierKey = (name: string, raw: Uint8Array): string =>
  `${name}+${keyHash(name, raw).toString("hex")}+${Buffer.concat([ED25519, raw]).toString("base64")}`;

export type NamedKey = Readonly<{ name: string; raw: Buffer }>;

export function parseVerifierKey(line: string): NamedKey | undefined {
  const [, name = "", id = "", encoded = ""] = KEY_LINE.exec(line) ?? [];
  const key = exactBase64(encoded);
  if (key?.length !== 1 + KEY_BYTES || key[0] !== ED25519[0]) return undefined;
  const raw = key.subarray(1);
  return keyHash(name, raw).toString("hex") === id ? { name, raw } : undefined;
}

/** `text` ends with a newline. */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  const signature = Buffer.concat([
    keyHash(name, rawPublicKey(privateKey)),
    sign(null, Buffer.from(text), privateKey),
  ]);
  return `${text}\n— ${name} ${signature.toString("base64")}\n`;
}

export type OpenedNote = Readonly<{ text: string; signedBy: NamedKey }>;

/**
 * Returns the text of a note that one of the keys signed. Signatures by unknown keys are ignored; a
 * wrong signature by a known key makes the note invalid.
 */
export function openNote(note: string, keys: readonly NamedKey[]): OpenedNote | undefined {
  const parts = splitNote(note);
  if (!parts) return undefined;
  const { text, signatures } = parts;
  let signedBy: NamedKey | undefined;
  for (const { name, id, signature } of signatures) {
    const key = keys.find((one) => one.name === name && keyHash(name, one.raw).equals(id));
    if (!key) continue;
    if (!verify(null, Buffer.from(text), publicKeyOf(key.raw), signature)) return undefined;
    signedBy ??= key;
  }
  return signedBy && { text, signedBy };
}

type Signature = Readonly<{ name: string; id: Buffer; signature: Buffer }>;
type NoteParts = Readonly<{ text: string; signatures: readonly Signature[] }>;

function splitNote(note: string): NoteParts | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n") || CONTROL.test(note) || !note.isWellFormed()) {
    return undefined;
  }
  const lines = note.slice(end + 2, -1).split("\n");
  const signatures = lines.flatMap((line) => toSignature(line) ?? []);
  if (lines.length > MOST_SIGNATURES || signatures.length !== lines.length) return undefined;
  return { text: note.slice(0, end + 1), signatures };
}

function toSignature(line: string): Signature | undefined {
  const [, name = "", encoded = ""] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = exactBase64(encoded);
  if (!bytes || bytes.length < ID_BYTES + 1) return undefined;
  return { name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
}

/** Base64 in its only valid spelling: other spellings of the same bytes are refused. */
function exactBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text && bytes.length > 0 ? bytes : undefined;
}
