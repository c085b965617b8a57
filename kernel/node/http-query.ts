import type { FastifyInstance } from "fastify";

import { problemOf, sendProblem } from "./http-errors.ts";

const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

const LONGEST_NAME = 100;

/** A parameter that comes twice, or as `id[$ne]`, means one thing to us and another to the next reader. */
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
