import { createHmac, type KeyObject } from "node:crypto";

export type RequestIdentity = Readonly<{
  actorId: string;
  method: string;
  path: string;
  /** The parsed body, so that two spellings of one request hash alike. */
  body: unknown;
}>;

/**
 * Identifies the request of an idempotency key. Keyed, because a plain hash would let a reader of
 * the table guess a phone number after its owner was erased.
 */
export function requestHash(
  key: Buffer | KeyObject,
  { actorId, method, path, body }: RequestIdentity,
): Buffer {
  return createHmac("sha256", key)
    .update(`${actorId}|${method}|${path}|${canonicalJson(body)}`)
    .digest();
}

/** JSON with sorted keys and without undefined values. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => (isPlainObject(part) ? sorted(part) : part)) ??
    "null"
  );
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sorted = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
