import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";

import { Sealed, subjectOf } from "#kernel/contract/events/fields.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { systemClock, type Clock } from "#kernel/node/time.ts";

// Personal data is encrypted with a key of the person it is about before the event is hashed.
// Destroying the key erases the person, and the hash chain stays valid. Keys are stored wrapped by
// DATA_KEY.

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Subject = Readonly<{ tenantId: TenantId; subjectId: string }>;

export type SealerOptions = Readonly<{
  dataKey: Buffer;
  /**
   * Stores a wrapped key and resolves with the stored one: of several callers, the first wins. Throws
   * an `ErasedSubjectError` for an erased person.
   */
  putKey: (subject: Subject, wrapped: Buffer) => Promise<Buffer>;
  getKey: (subject: Subject) => Promise<Buffer | undefined>;
  clock?: Clock;
}>;

export type Sealer = Readonly<{
  /** Resolves after the subject's key is committed, so the event may be appended. */
  seal: (tenantId: TenantId, subjectId: string, plain: string) => Promise<Sealed>;
  /** Undefined if the key was destroyed: the person is erased. */
  open: (tenantId: TenantId, sealed: Sealed) => Promise<string | undefined>;
}>;

export function createSealer({ dataKey, putKey, getKey, clock }: SealerOptions): Sealer {
  const keys = createKeyCache(clock ?? systemClock);

  const find = async (subject: Subject): Promise<Buffer | undefined> => {
    const wrapped = await getKey(subject);
    return wrapped && unwrapKey(dataKey, subject, wrapped);
  };
  const findOrMake = async (subject: Subject): Promise<Buffer> => {
    const found = await find(subject);
    if (found) return found;
    const made = encrypt(dataKey, randomBytes(KEY_BYTES), binding(subject));
    return unwrapKey(dataKey, subject, await putKey(subject, made));
  };

  return {
    seal: async (tenantId, subjectId, plain) => {
      const subject = { tenantId, subjectId };
      const known = keys.get(subject);
      const key = (known && (await known)) ?? (await keys.remember(subject, findOrMake));
      return sealText(key, subject, plain);
    },
    open: async (tenantId, sealed) => {
      const subject = { tenantId, subjectId: subjectOf(sealed) };
      const key = await (keys.get(subject) ?? keys.remember(subject, find));
      return key && openText(key, tenantId, sealed);
    },
  };
}

/** The person is erased, so nothing can be sealed with their key. */
export class ErasedSubjectError extends Error {
  override readonly name = "ErasedSubjectError";
}

/** Undefined if the person is erased. */
export async function sealUnlessErased(
  { seal }: Pick<Sealer, "seal">,
  ...sealing: Parameters<Sealer["seal"]>
): Promise<Sealed | undefined> {
  try {
    return await seal(...sealing);
  } catch (error) {
    if (error instanceof ErasedSubjectError) return undefined;
    throw error;
  }
}

/**
 * A sealed text that no one can open: its key is never stored. Takes the place of the name of an
 * erased person where an event must have one. It holds no text, whose length would be known.
 */
export const sealNothing = (tenantId: TenantId): Sealed =>
  sealText(randomBytes(KEY_BYTES), { tenantId, subjectId: randomUUID() }, "");

/** Throws if `wrapped` was not made with this DATA_KEY for this subject. */
export function unwrapKey(dataKey: Buffer, subject: Subject, wrapped: Buffer): Buffer {
  return decrypt(dataKey, wrapped, binding(subject));
}

function sealText(key: Buffer, subject: Subject, plain: string): Sealed {
  const sealed = encrypt(key, Buffer.from(plain, "utf8"), binding(subject));
  return Sealed.parse(`sealed:v1:${subject.subjectId}:${sealed.toString("base64")}`);
}

const HEAD = "sealed:v1:00000000-0000-0000-0000-000000000000:".length;

/** Throws if the text was changed, or belongs to another tenant or subject. */
export function openText(key: Buffer, tenantId: TenantId, sealed: Sealed): string {
  const bytes = Buffer.from(sealed.slice(HEAD), "base64");
  return decrypt(key, bytes, binding({ tenantId, subjectId: subjectOf(sealed) })).toString("utf8");
}

/**
 * Authenticated with the ciphertext: a sealed text copied to another tenant or person cannot be
 * opened.
 */
const binding = ({ tenantId, subjectId }: Subject): Buffer =>
  Buffer.from(`${tenantId}|${subjectId}`);

/** Can be decrypted only with the same key and the same `bound`. */
export function encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(bound);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

const MOST_KEYS = 10_000;
/** Short, so that a destroyed key is soon forgotten here too. */
const KEPT_MS = 5_000;

type Found = Buffer | undefined;

/** Caches promises: five texts of a new customer that are sealed at once share one key. */
function createKeyCache(clock: Clock) {
  const entries = new Map<string, { until: number; key: Promise<Found> }>();

  return {
    get: (subject: Subject): Promise<Found> | undefined => {
      const name = `${subject.tenantId}|${subject.subjectId}`;
      const entry = entries.get(name);
      return entry && clock() < entry.until ? entry.key : undefined;
    },
    remember: <Key extends Found>(subject: Subject, find: (subject: Subject) => Promise<Key>) => {
      const name = `${subject.tenantId}|${subject.subjectId}`;
      const key = find(subject);
      entries.delete(name);
      entries.set(name, { until: clock() + KEPT_MS, key });
      key.then(
        (found) => found ?? entries.delete(name),
        () => entries.delete(name),
      );
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > MOST_KEYS) entries.delete(oldest);
      return key;
    },
  };
}
