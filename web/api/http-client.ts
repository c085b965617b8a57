import type * as z from "zod/mini";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import { session, tokenNow } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

import { RequestError } from "./request-error.ts";

/**
 * Remembers that the server answered with data older than its latest event. The next live update
 * then refetches. If that update arrived before the answer, or there is no live connection, the
 * `onNote` listener refetches by itself.
 */
function createStaleAnswers() {
  const store = createStore(false);
  return {
    note: (): void => store.set(true),
    onNote: (listener: () => void) =>
      store.subscribe(() => {
        if (store.get()) listener();
      }),
    /** Returns true if a stale answer arrived since the last call. */
    take: (): boolean => {
      const was = store.get();
      store.set(false);
      return was;
    },
  };
}

export const staleAnswers = createStaleAnswers();

/** The server's clock, taken from its last response. The clock of a device can be hours wrong. */
function createServerClock() {
  let aheadMs = 0;
  return {
    hear(date: string | null): void {
      const serverMs = Date.parse(date ?? "");
      if (Number.isFinite(serverMs)) aheadMs = serverMs - Date.now();
    },
    nowMs: (): number => Date.now() + aheadMs,
  };
}

export const serverClock = createServerClock();

type FirstAnswer = Readonly<{
  path: string;
  token: string;
  /** In ms of `performance.now`. */
  sentAtMs: number;
  response: Promise<Response>;
}>;

declare global {
  /** Set by `first.js`. */
  var firstAnswer: FirstAnswer | undefined;
}

/** After this time the data may have changed, so a new request is sent. */
const GOOD_FOR_MS = 10_000;

/**
 * Returns the response to the page's first request, sent before the app had loaded. Only once, and
 * only for the same path and session.
 */
function takeFirstAnswer(
  path: string,
  token: string | undefined,
): FirstAnswer["response"] | undefined {
  const first = globalThis.firstAnswer;
  if (first?.path !== path || first.token !== token) return undefined;
  globalThis.firstAnswer = undefined;
  return performance.now() - first.sentAtMs < GOOD_FOR_MS ? first.response : undefined;
}

const TIMEOUT_MS = 30_000;
/** Exports can take much longer than other requests. */
const FILE_WITHIN_MS = 10 * 60_000;
const SERVER_TROUBLE = 500;
const NOT_SIGNED_IN = 401;

type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  json?: unknown;
  /** A CSV file, sent instead of a JSON body. */
  csv?: string;
  /** The idempotency key. A retry with the same key and body has no second effect. */
  commandKey?: string;
  /** The version that the person saw; the server refuses the write if there is a newer one. */
  ifMatch?: number;
  /** Gets an answer that is worth keeping on the device, and the session it was sent to. */
  keep?: (answered: Answered, token: string | undefined) => void;
  signal?: AbortSignal;
};

/** An answer as it came. `total` is the length of the whole list, if this is one page of it. */
export type Answered = Readonly<{ path: string; body: unknown; total: string | null }>;

type Sending = RequestOptions & { accept?: string; withinMs?: number };

/** `token` is the one the request was sent with; another person may have signed in since. */
type Sent = { response: Response; token: string | undefined };

export type Answer<Body> = { body: Body; headers: Headers };

/** The only fetch of the web app. Parses the response; a 401 from the API ends the session. */
export async function exchange<Body>(
  path: string,
  schema: z.ZodMiniType<Body>,
  options: RequestOptions = {},
): Promise<Answer<Body>> {
  const sent = await send(path, options);
  const { response } = sent;
  const json = await readJson(response);
  if (!response.ok || isFailure(json)) throw failure(path, sent, json);
  const isStale = response.headers.get("x-stale") === "1";
  if (isStale) staleAnswers.note();
  const parsed = schema.safeParse(json);
  if (parsed.success) {
    if (!isStale) options.keep?.(answeredWith(path, response, json), sent.token);
    return { body: parsed.data, headers: response.headers };
  }
  throw new RequestError("fault", "The server sent an unreadable response", {
    status: response.status,
    cause: parsed.error,
  });
}

const answeredWith = (path: string, { headers }: Response, body: unknown): Answered => ({
  path,
  body,
  total: headers.get("x-total-count"),
});

export async function request<Body>(
  path: string,
  schema: z.ZodMiniType<Body>,
  options: RequestOptions = {},
): Promise<Body> {
  return (await exchange(path, schema, options)).body;
}

/** Returns a file and the name that the server gives it. */
export async function requestFile(path: string): Promise<{ file: Blob; name: string }> {
  const sent = await send(path, { withinMs: FILE_WITHIN_MS });
  const { response } = sent;
  if (!response.ok) throw failure(path, sent, await readJson(response));
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  try {
    return { file: await response.blob(), name: named?.[1] ?? "export.csv" };
  } catch (cause) {
    throw new RequestError("fault", "The download was interrupted", { cause });
  }
}

/** Opens an endless response and returns its text as it arrives, until the signal aborts it. */
export async function openStream(
  path: string,
  signal: AbortSignal,
  accept = "text/event-stream",
): Promise<ReadableStream<string>> {
  const sent = await send(path, { accept, withinMs: Infinity, signal });
  const { response } = sent;
  if (!response.ok) throw failure(path, sent, await readJson(response));
  if (response.body === null) throw new RequestError("fault", "No answer from the server");
  return response.body.pipeThrough(new TextDecoderStream());
}

async function send(path: string, sending: Sending): Promise<Sent> {
  const { method = "GET", signal, withinMs = TIMEOUT_MS } = sending;
  const signals = Number.isFinite(withinMs) ? [AbortSignal.timeout(withinMs)] : [];
  if (signal !== undefined) signals.push(signal);
  const token = tokenNow();
  try {
    const response = await (firstOf(path, sending, token) ??
      fetch(path, {
        method,
        headers: headersOf(sending, token),
        body: bodyOf(sending),
        signal: AbortSignal.any(signals),
      }));
    serverClock.hear(response.headers.get("date"));
    return { response, token };
  } catch (cause) {
    // Aborted by the app (another page, Try Again), so it is not a network error.
    if (signal?.aborted === true) throw cause;
    throw new RequestError("fault", "No answer from the server", { cause });
  }
}

const firstOf = (path: string, { method, accept }: Sending, token: string | undefined) =>
  method === undefined && accept === undefined ? takeFirstAnswer(path, token) : undefined;

const bodyOf = ({ json, csv }: Sending): string | null =>
  json === undefined ? (csv ?? null) : JSON.stringify(json);

function headersOf(sending: Sending, token: string | undefined): Record<string, string> {
  const { json, csv, commandKey, ifMatch, accept = "application/json" } = sending;
  return {
    accept,
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(csv === undefined ? {} : { "content-type": "text/csv; charset=utf-8" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(commandKey === undefined ? {} : { "idempotency-key": commandKey }),
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
  };
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const isFailure = (json: unknown): boolean =>
  typeof json === "object" && json !== null && "success" in json && json.success === false;

function failure(path: string, { response, token }: Sent, json: unknown): RequestError {
  const { status } = response;
  const isOver = status === NOT_SIGNED_IN && path.startsWith("/api/");
  // A late response to an earlier session must not end the current one.
  if (isOver && token !== undefined && token === tokenNow()) session.expire();
  const serverMessage = textOf(json);
  const parsed = ApiError.safeParse(json);
  const kind = status < SERVER_TROUBLE ? "refused" : "fault";
  return new RequestError(kind, serverMessage ?? `HTTP error! status: ${status}`, {
    status,
    serverMessage,
    code: parsed.success ? parsed.data.code : undefined,
    retryAfterMs: retryAfterMs(response),
  });
}

function textOf(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || !("error" in json)) return undefined;
  const text = typeof json.error === "string" ? json.error.trim() : "";
  return text === "" ? undefined : text;
}

export function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}
