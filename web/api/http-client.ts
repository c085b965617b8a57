import type * as z from "zod/mini";

import { ApiError } from "#kernel/contract/api/envelope.ts";

import { RequestError } from "./request-error.ts";
import { session } from "./session.ts";

const TIMEOUT_MS = 30_000;
const SERVER_TROUBLE = 500;
const NOT_SIGNED_IN = 401;

type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  json?: unknown;
  /** The command's id: sent again with the same body it has no second effect. */
  commandKey?: string;
  signal?: AbortSignal;
};

type Answer<Body> = { body: Body; headers: Headers };

/** The only fetch of the web app. Parses what comes; a 401 of the API ends the session. */
export async function exchange<Body>(
  path: string,
  schema: z.ZodMiniType<Body>,
  options: RequestOptions = {},
): Promise<Answer<Body>> {
  const response = await send(path, options);
  const json = await readJson(response);
  if (!response.ok || isFailure(json)) throw failure(path, response, json);
  const parsed = schema.safeParse(json);
  if (parsed.success) return { body: parsed.data, headers: response.headers };
  throw new RequestError("fault", "The server's answer could not be read", {
    status: response.status,
    cause: parsed.error,
  });
}

export async function request<Body>(
  path: string,
  schema: z.ZodMiniType<Body>,
  options: RequestOptions = {},
): Promise<Body> {
  return (await exchange(path, schema, options)).body;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const { json, method = "GET", signal } = options;
  try {
    return await fetch(path, {
      method,
      headers: headersOf(options),
      body: json === undefined ? null : JSON.stringify(json),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (cause) {
    // Given up by us (another page, Try Again): not a fault of the network.
    if (signal?.aborted === true) throw cause;
    throw new RequestError("fault", "No answer from the server", { cause });
  }
}

function headersOf({ json, commandKey }: RequestOptions): Record<string, string> {
  const token = session.get()?.token;
  return {
    accept: "application/json",
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(commandKey === undefined ? {} : { "idempotency-key": commandKey }),
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const isFailure = (json: unknown): boolean =>
  typeof json === "object" && json !== null && "success" in json && json.success === false;

function failure(path: string, response: Response, json: unknown): RequestError {
  const { status } = response;
  if (status === NOT_SIGNED_IN && path.startsWith("/api/")) session.end();
  const told = textOf(json);
  const parsed = ApiError.safeParse(json);
  const kind = status < SERVER_TROUBLE ? "refused" : "fault";
  return new RequestError(kind, told ?? `HTTP error! status: ${status}`, {
    status,
    told,
    code: parsed.success ? parsed.data.code : undefined,
    retryAfterMs: retryAfterMs(response),
  });
}

function textOf(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || !("error" in json)) return undefined;
  const text = typeof json.error === "string" ? json.error.trim() : "";
  return text === "" ? undefined : text;
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}
