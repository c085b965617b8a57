import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

import * as z from "zod/mini";

import { type BackupSecret, SCRYPT, stretch } from "./backup-secret.ts";
import { createByteReader } from "./byte-reader.ts";

// An encrypted file: a line that names the format, a line of JSON that says how its key is made,
// then chunks. Each chunk is its length (4 bytes, the highest bit set on the last one), at most 1
// MiB under AES-256-GCM, and the tag. The nonce is the number of the chunk, so no chunk can be
// moved, removed or repeated. Only the last one is marked as the last, so nothing can be cut off.
// All chunks are bound to the first two lines.

const MAGIC = "tillbook-backup v1\n";
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
const CHUNK = 1024 * 1024;
const LAST = 0x8000_0000;
const LONGEST_HEADER = 1_000;

const Header = z.discriminatedUnion("kdf", [
  z.object({ kdf: z.literal("key"), salt: z.string() }),
  z.object({
    kdf: z.literal("scrypt"),
    salt: z.string(),
    N: z.literal(SCRYPT.N),
    r: z.literal(SCRYPT.r),
    p: z.literal(SCRYPT.p),
  }),
]);

/**
 * The file is not the one that was written: it was cut off, changed, or opened with another
 * secret.
 */
export class BrokenBackup extends Error {
  override readonly name = "BrokenBackup";
}

type Sealing = Readonly<{ key: Buffer; head: Buffer }>;

function begin(secret: BackupSecret): Sealing {
  const salt = randomBytes(32);
  const how =
    secret.kind === "key"
      ? { kdf: "key" }
      : { kdf: "scrypt", N: SCRYPT.N, r: SCRYPT.r, p: SCRYPT.p };
  const header = JSON.stringify({ ...how, salt: salt.toString("base64") });
  return { key: fileKey(secret, salt), head: Buffer.from(`${MAGIC}${header}\n`) };
}

/** Each file has its own key. */
const fileKey = (secret: BackupSecret, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", stretch(secret, salt), salt, "tillbook backup", 32));

function nonce(index: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(index), 4);
  return bytes;
}

function lengthWord(bytes: number, isLast: boolean): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(isLast ? bytes + LAST : bytes);
  return word;
}

/** Holds one chunk in memory, whatever the length. */
export async function* sealed(
  plain: AsyncIterable<Buffer>,
  secret: BackupSecret,
): AsyncGenerator<Buffer> {
  const sealing = begin(secret);
  yield sealing.head;
  let index = 0;
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of plain) {
    held.push(part);
    size += part.length;
    if (size <= CHUNK) continue;
    let all = Buffer.concat(held);
    while (all.length > CHUNK) {
      yield sealChunk(sealing, index++, all.subarray(0, CHUNK), false);
      all = all.subarray(CHUNK);
    }
    held = [all];
    size = all.length;
  }
  yield sealChunk(sealing, index, Buffer.concat(held), true);
}

function sealChunk({ key, head }: Sealing, index: number, plain: Buffer, isLast: boolean): Buffer {
  const word = lengthWord(plain.length, isLast);
  const cipher = createCipheriv(CIPHER, key, nonce(index)).setAAD(Buffer.concat([head, word]));
  return Buffer.concat([word, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts; throws a `BrokenBackup` before yielding anything that was changed. */
export async function* unsealed(
  file: AsyncIterable<Buffer>,
  secret: BackupSecret,
): AsyncGenerator<Buffer> {
  const reader = createByteReader(file);
  const opening = await openHead(reader, secret);
  for (let index = 0; ; index++) {
    const word = await reader.take(4);
    if (word.length < 4) throw cutOff();
    const isLast = word.readUInt32BE() >= LAST;
    const length = word.readUInt32BE() % LAST;
    if (length > CHUNK) throw changed();
    const body = await reader.take(length + TAG_BYTES);
    if (body.length < length + TAG_BYTES) throw cutOff();
    const plain = openChunk(opening, index, { word, body });
    if (isLast && (await reader.take(1)).length > 0) throw changed();
    yield plain;
    if (isLast) return;
  }
}

const REMEDY = { key: "name it with --key-file FILE", password: "set BACKUP_PASSWORD" } as const;

async function openHead(
  reader: ReturnType<typeof createByteReader>,
  secret: BackupSecret,
): Promise<Sealing> {
  const magic = await reader.take(MAGIC.length);
  if (magic.toString() !== MAGIC) throw new BrokenBackup("This is no backup of this product.");
  const line = await reader.takeLine(LONGEST_HEADER);
  const header = line && Header.safeParse(parsed(line)).data;
  if (!header) throw changed();
  const needs = header.kdf === "key" ? "key" : "password";
  if (needs !== secret.kind) {
    throw new BrokenBackup(
      `The backup was sealed under a ${needs}, not under a ${secret.kind}: ${REMEDY[needs]}.`,
    );
  }
  const salt = Buffer.from(header.salt, "base64");
  return { key: fileKey(secret, salt), head: Buffer.from(`${MAGIC}${line}\n`) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function openChunk(
  { key, head }: Sealing,
  index: number,
  { word, body }: Readonly<{ word: Buffer; body: Buffer }>,
): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonce(index), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([head, word])).setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw index === 0
      ? new BrokenBackup(
          "The backup does not open: another password or key, or it was changed (--key-file FILE names another key).",
          {
            cause,
          },
        )
      : changed(cause);
  }
}

const cutOff = (): BrokenBackup => new BrokenBackup("The backup is cut off: its end is missing.");
const changed = (cause?: unknown): BrokenBackup =>
  new BrokenBackup("The backup was changed since it was written.", { cause });
