import { expect } from "vitest";

import type { Answer } from "#tests/integration/command-api/routes/ask.ts";

/** Internals that no answer may reveal: stack traces, SQL, tables, paths, versions, libraries. */
const INSIDES =
  /\b(select|insert|update|delete) .*\b(from|into|set)\b|\brm_|\bes\.|_heads|pg_|\bat .*:\d+|node_modules|\/work|\.[cm]?[jt]s\b|postgres|zod|fastify|node\b|v?\d+\.\d+\.\d+/i;

/** Expects one of the statuses, the common error form, and no internals. */
export function expectRefused(answer: Answer, what: string, statuses: readonly number[]): void {
  expect([what, statuses.includes(answer.status) || answer.status, answer.text]).toEqual([
    what,
    true,
    expect.any(String),
  ]);
  expect([what, answer.body]).toEqual([
    what,
    {
      success: false,
      error: expect.stringMatching(/\S/),
      code: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
      request_id: answer.headers["x-request-id"],
    },
  ]);
  expect(answer.text).not.toMatch(INSIDES);
  expect(answer.text.length).toBeLessThan(4000);
  for (const name of ["server", "x-powered-by"]) expect(answer.headers).not.toHaveProperty(name);
}
