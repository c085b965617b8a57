import * as z from "zod/mini";

export const MOST_IMPORT_ROWS = 10_000;
export const IMPORT_BODY_BYTES = 5 * 1024 * 1024;

export const ImportQuery = z.object({
  /** Checks every row and writes nothing. */
  dry_run: z.optional(z.enum(["true", "false"], "Must be true or false")),
});

/** `line` counts the lines of the file; line 1 is the heading. */
export const ImportError = z.object({ line: z.int(), column: z.string(), error: z.string() });
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z.object({
  dry_run: z.boolean(),
  rows: z.int(),
  /** How many rows were added, or would be in a dry run. */
  added: z.int(),
  /** Columns with unknown headings. */
  ignored_columns: z.array(z.string()),
  /** At most 1,000. A file with a single error is not imported at all. */
  errors: z.array(ImportError),
  error_count: z.int(),
});
export type ImportResult = z.infer<typeof ImportResult>;
