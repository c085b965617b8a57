import type { FastifyInstance } from "fastify";

import { problemOf, sendProblem } from "./errors.ts";

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * True when an object in a valid JSON text repeats a key. Parsers differ on which value counts, so
 * such a body is refused.
 */
function hasRepeatedKey(text: string): boolean {
  const scopes: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === "{") scopes.push(new Set());
    else if (token === "[") scopes.push(undefined);
    else if (token === "}" || token === "]") scopes.pop();
    else if (token === ":" && isRepeated(scopes.at(-1), last)) return true;
    last = token;
  }
  return false;
}

function isRepeated(keys: Set<string> | undefined, token: string): boolean {
  // "a" and "\u0061" are the same key.
  const key = token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;
  if (keys === undefined || keys.has(key)) return keys !== undefined;
  keys.add(key);
  return false;
}

/**
 * Accepts only JSON bodies. An empty body is allowed: many clients send the header with every
 * request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body === "") return done(null, undefined);
      return parseJson(request, body, (error, parsed) => {
        if (error === null && hasRepeatedKey(body)) done(new RepeatedKeyError(), undefined);
        else done(error, parsed);
      });
    },
  );
}

class RepeatedKeyError extends Error {
  readonly code = "FST_ERR_CTP_INVALID_JSON_BODY";
  readonly statusCode = 400;
}

const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

const LONGEST_NAME = 100;

/** Refuses a repeated parameter and names such as `id[$ne]`: parsers read them differently. */
export function refuseAmbiguousQuery(app: FastifyInstance): void {
  app.addHook("preValidation", (request, reply, done) => {
    const query = request.query;
    if (typeof query !== "object" || query === null) return done();
    const wrong = Object.entries(query).flatMap(([name, value]) => problemWith(name, value));
    if (wrong.length === 0) return done();
    return sendProblem(reply, { ...problemOf(400), error: wrong.join("; ") });
  });
}

function problemWith(name: string, value: unknown): string[] {
  const shown = name.slice(0, LONGEST_NAME);
  if (Array.isArray(value)) return [`${shown}: Must be given once`];
  const isStrange = DANGEROUS.has(name) || /[[\]]/.test(name);
  return isStrange ? [`${shown}: Unknown parameter`] : [];
}
