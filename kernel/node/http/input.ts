import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { problemOf, sendProblem } from "./errors.ts";

/**
 * True when an object in a valid JSON text repeats a key. Parsers differ on which value counts, so
 * such a body is refused. Ours keeps one of them, so the text then has more names than the value.
 */
const hasRepeatedKey = (text: string, parsed: unknown): boolean =>
  countNames(text) > countKeys(parsed);

const COLON = ":".charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);

/** A name is followed by a colon, which else occurs only in strings. */
function countNames(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COLON) count += 1;
    else if (sign === QUOTE) at = endOfString(text, at);
  }
  return count;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Without recursion, because a body may be nested more deeply than the stack. */
function countKeys(parsed: unknown): number {
  let count = 0;
  const left = [parsed];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += inner.length;
    for (const one of inner) if (typeof one === "object") left.push(one);
  }
  return count;
}

/**
 * Accepts only JSON bodies. An empty body is allowed: many clients send the header with every
 * request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = strictJson(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body === "") done(null, undefined);
      else parse(request, body, done);
    },
  );
}

type ParseBody = (
  request: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** Parses a body, and refuses one that repeats a key or would change a prototype. */
export function strictJson(app: FastifyInstance): ParseBody {
  const parseJson = app.getDefaultJsonParser("error", "error");
  return (request, text, done) => {
    void parseJson(request, text, (error, parsed) => {
      if (error === null && hasRepeatedKey(text, parsed)) done(new RepeatedKeyError());
      else done(error, parsed);
    });
  };
}

class RepeatedKeyError extends Error {
  readonly code = "FST_ERR_CTP_INVALID_JSON_BODY";
  readonly statusCode = 400;
}

const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

const LONGEST_NAME = 100;

/**
 * Refuses a repeated parameter and names such as `id[$ne]`, which parsers read differently. Also a
 * parameter that a route of `/api/v1` does not have, as it may be a misspelt filter; legacy clients
 * may send any.
 */
export function refuseAmbiguousQuery(app: FastifyInstance): void {
  app.addHook("preValidation", (request, reply, done) => {
    const query = request.query;
    if (typeof query !== "object" || query === null) return done();
    const known = parametersOf(request);
    const wrong = Object.entries(query).flatMap(([name, value]) => problemWith(name, value, known));
    if (wrong.length === 0) return done();
    return sendProblem(reply, { ...problemOf(400), error: wrong.join("; ") });
  });
}

/** Undefined if the route takes any. `tenant_id` may be sent everywhere: another tenant's is refused with 403. */
function parametersOf({ routeOptions: { url, schema } }: FastifyRequest): object | undefined {
  if (!url?.startsWith("/api/v1/")) return undefined;
  const query: unknown = schema?.querystring;
  return { tenant_id: true, ...(query instanceof z.ZodMiniObject ? query.shape : {}) };
}

function problemWith(name: string, value: unknown, known: object | undefined): string[] {
  const shown = name.slice(0, LONGEST_NAME);
  if (Array.isArray(value)) return [`${shown}: Must be given once`];
  const isStrange = DANGEROUS.has(name) || /[[\]]/.test(name);
  const isUnknown = known !== undefined && !Object.hasOwn(known, name);
  return isStrange || isUnknown ? [`${shown}: Unknown parameter`] : [];
}
