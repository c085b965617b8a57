import * as z from "zod/mini";

/** Headers that change what a command does: a malformed one is refused, never ignored. */
export const CommandHeaders = z.object({
  "idempotency-key": z.optional(z.uuid("Idempotency-Key must be a UUID")),
  "if-match": z.optional(
    z.string().check(z.regex(/^"\d{1,9}"$/, 'If-Match must be a quoted version such as "3"')),
  ),
});
