import { readJson, retryAfterMs } from "./http-client.ts";
import { RequestError } from "./request-error.ts";

/** A request that a till signs. */
export type SignedBody = Readonly<{
  bytes: Uint8Array<ArrayBuffer>;
  headers: Readonly<Record<string, string>>;
}>;

export type RawAnswer = Readonly<{
  status: number;
  json: unknown;
  retryAfterMs?: number | undefined;
}>;

/**
 * Sends what a till has signed, without a session, so no answer ends one. Every answer of the server
 * is returned; without one it rejects.
 */
export async function exchangeSigned(
  path: string,
  { bytes, headers }: SignedBody,
  withinMs: number,
): Promise<RawAnswer> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(path, { method: "POST", headers, body: bytes, signal });
    const { status } = response;
    return { status, json: await readJson(response), retryAfterMs: retryAfterMs(response) };
  } catch (cause) {
    throw new RequestError("fault", "No answer from the server", { cause });
  }
}
