import * as z from "zod/mini";

export const MOST_IMPORT_ROWS = 10_000;
export const IMPORT_BODY_BYTES = 5 * 1024 * 1024;

export const ImportQuery = z.object({
  /** Look at every row and write nothing. */
  dry_run: z.optional(z.enum(["true", "false"], "Must be true or false")),
});

/** `line` is that of the file, the headings being line 1. */
export const ImportError = z.object({ line: z.int(), column: z.string(), error: z.string() });
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z.object({
  dry_run: z.boolean(),
  rows: z.int(),
  /** How many were added, or would be. */
  added: z.int(),
  /** Columns whose headings say nothing to an import. */
  ignored_columns: z.array(z.string()),
  /** At most 1,000. A file with a single error is not imported at all. */
  errors: z.array(ImportError),
  error_count: z.int(),
});
export type ImportResult = z.infer<typeof ImportResult>;
