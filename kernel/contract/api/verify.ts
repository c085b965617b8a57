import * as z from "zod/mini";

/**
 * `GET /api/v1/audit/export` answers with the bundle of docs/audit.md as a download
 * (`application/x-ndjson`). It is 409 `nothing-signed` while no head is signed. `export` and
 * `verify` are both 429 `audit-busy` while others read whole logs.
 *
 * `GET /api/v1/audit/verify` answers in lines of JSON (`application/x-ndjson`) as it goes: some
 * `progress`, a `deviation` for each finding, and last one `result`. A stream that ends without a
 * `result` proves nothing.
 */
export const VerifyLine = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.int(), of: z.int() }),
  z.object({
    kind: z.literal("deviation"),
    seq: z.int(),
    deviation: z.string(),
    message: z.string(),
  }),
  z.object({
    kind: z.literal("result"),
    holds: z.boolean(),
    events: z.int(),
    deviations: z.int(),
    /** The last signed event; null while nothing is signed. */
    signed: z.nullable(z.int()),
  }),
]);
export type VerifyLine = z.infer<typeof VerifyLine>;
