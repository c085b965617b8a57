import * as z from "zod/mini";

/**
 * `GET /api/v1/audit/export` answers with the bundle of docs/audit.md as a file to keep (`application/x-ndjson`,
 * `Content-Disposition` names it); 409 `nothing-signed` where no checkpoint is signed yet. It and `verify` are 429
 * `audit-busy` where others read whole logs.
 *
 * `GET /api/v1/audit/verify` answers in lines of JSON (`application/x-ndjson`), one of these each, as it goes: some
 * `progress`, a `deviation` for each that is found, and last one `result`. A stream that ends without a `result` has
 * told nothing.
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
    /** Up to which event it is signed; null where nothing is yet. */
    signed: z.nullable(z.int()),
  }),
]);
export type VerifyLine = z.infer<typeof VerifyLine>;
