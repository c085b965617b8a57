import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { written } from "#kernel/contract/api/envelope.ts";
import {
  IMPORT_BODY_BYTES,
  type ImportError,
  ImportQuery,
  ImportResult,
  MOST_IMPORT_ROWS,
} from "#kernel/contract/api/import.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { partsOf } from "#kernel/node/in-parts.ts";
import { asPieces, inPiece } from "#kernel/node/limits/limit-heavy.ts";

import { type CsvRow, readCsv } from "./csv-table.ts";
import type { Accepted, CommandContext } from "./event-store/handle-command.ts";
import { CommandHeaders } from "./http/command-context.ts";

const ANSWER_WITHIN_MS = 25_000;

/** A whole file, or a short one as a text in a JSON body. */
const ImportBody = z.union(
  [z.string(), z.strictObject({ csv: z.string() })],
  'Send the file as text/csv, or as JSON {"csv": "..."}',
);

/** The options that all import routes share. */
export const importRoute = {
  handlerTimeout: ANSWER_WITHIN_MS,
  config: { heavy: "pieces" },
  schema: {
    headers: CommandHeaders,
    querystring: ImportQuery,
    body: ImportBody,
    response: { 200: written(ImportResult) },
  },
} as const;

/** Accepts CSV bodies, which may be larger than those of other routes. */
export function acceptCsv(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    "text/csv",
    { parseAs: "string", bodyLimit: IMPORT_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );
}

export const importTexts = {
  "invalid-csv": (what: string) => `The file could not be read: ${what}`,
  "invalid-rows": (what: string) => `Nothing was imported: ${what}`,
} as const;

export type ImportRejectionCode = keyof typeof importTexts;

type Cells = Readonly<Record<string, string>>;

export type Importing<Row, Code extends string> = Readonly<{
  request: FastifyRequest<{
    Querystring: z.infer<typeof ImportQuery>;
    Body: z.infer<typeof ImportBody>;
  }>;
  context: CommandContext;
  columns: readonly string[];
  required: readonly string[];
  /** The cells of a row ('' when missing) as the request that would add it alone. */
  toRequest: (cells: Cells) => unknown;
  schema: z.core.$ZodType<Row>;
  /** One command with an event for each row: all of them or none. */
  add: (context: CommandContext, rows: readonly Row[]) => Promise<Accepted | Rejection<Code>>;
}>;

const ROWS_OF_A_COMMAND = 100;
const MOST_ERRORS = 1_000;
const MOST_REPORTED = 20;

/**
 * Imports the whole file, or nothing when one row is wrong. The key of each command is derived from
 * the request's own key: a repeated request continues where the first one stopped and adds nothing
 * twice.
 */
export async function importCsv<Row, Code extends string>(
  importing: Importing<Row, Code>,
): Promise<ImportResult | Rejection<Code | ImportRejectionCode>> {
  const { request, columns, required } = importing;
  const text = typeof request.body === "string" ? request.body : request.body.csv;
  const table = await readCsv(text, MOST_IMPORT_ROWS, request);
  if (isRejection(table)) return table;
  const missing = required.find((column) => !table.headings.includes(column));
  if (missing !== undefined) return reject("invalid-csv", `there is no column "${missing}"`);

  const { rows, errors } = await check(importing, table);
  const isDryRun = request.query.dry_run === "true";
  const result = {
    dry_run: isDryRun,
    rows: table.rows.length,
    added: errors.length === 0 ? rows.length : 0,
    ignored_columns: table.headings.filter((heading) => !columns.includes(heading)),
    errors: errors.slice(0, MOST_ERRORS),
    error_count: errors.length,
  };
  if (isDryRun) return result;
  if (errors.length > 0) return reject("invalid-rows", describeErrors(errors));
  return (await addAll(importing, rows)) ?? result;
}

type Table = Readonly<{ headings: readonly string[]; rows: readonly CsvRow[] }>;

async function check<Row>(
  importing: Importing<Row, string>,
  { headings, rows }: Table,
): Promise<{ rows: Row[]; errors: ImportError[] }> {
  const good: Row[] = [];
  const errors: ImportError[] = [];
  // Ten thousand rows take a while. Other requests are answered in between.
  for await (const some of asPieces(importing.request, partsOf(rows))) {
    for (const row of some) {
      const checked = checkRow(importing, headings, row);
      if (Array.isArray(checked)) errors.push(...checked);
      else good.push(checked.row);
    }
  }
  return { rows: good, errors };
}

function checkRow<Row>(
  { columns, toRequest, schema }: Importing<Row, string>,
  headings: readonly string[],
  { line, cells }: CsvRow,
): ImportError[] | Readonly<{ row: Row }> {
  if (cells.length !== headings.length) {
    const error = `Has ${cells.length} cells under ${headings.length} headings`;
    return [{ line, column: "", error }];
  }
  const byColumn = Object.fromEntries(
    columns.map((column) => [column, cells[headings.indexOf(column)] ?? ""]),
  );
  const parsed = z.safeParse(schema, toRequest(byColumn));
  if (parsed.success) return { row: parsed.data };
  return parsed.error.issues.map(({ path, message }) => ({
    line,
    column: columnOf(path),
    error: message,
  }));
}

/** `unit.per_unit` is the column per_unit, `unit.name` is unit, and `barcodes[1]` is barcodes. */
const columnOf = (path: readonly PropertyKey[]): string =>
  String(path.findLast((part) => typeof part === "string" && part !== "name") ?? path[0] ?? "");

async function addAll<Row, Code extends string>(
  { request, add, context }: Importing<Row, Code>,
  rows: readonly Row[],
): Promise<Rejection<Code> | undefined> {
  // If-Match is the version of one stream, and these do not exist yet.
  const { ifMatch: _, ...whole } = context;
  for (let from = 0; from < rows.length; from += ROWS_OF_A_COMMAND) {
    const commandId = CommandId.parse(derivedId(context.commandId, `rows from ${from}`));
    const meta = { ...context.meta, source: "import" as const };
    const some = rows.slice(from, from + ROWS_OF_A_COMMAND);
    const outcome = await inPiece(request, () => add({ ...whole, commandId, meta }, some));
    if (isRejection(outcome)) return outcome;
  }
  return undefined;
}

/** "line 3, price: Must be an amount" */
function describeErrors(errors: readonly ImportError[]): string {
  const first = errors
    .slice(0, MOST_REPORTED)
    .map(
      ({ line, column, error }) => `line ${line}${column === "" ? "" : `, ${column}`}: ${error}`,
    );
  const more = errors.length - first.length;
  return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}
