import { Readable } from "node:stream";
import { finished } from "node:stream/promises";

import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { requestFields, logAccess } from "#kernel/node/access-log.ts";

import type { Reads } from "./answers.ts";
import { type Arguments, ask, type Prepared, readProgress } from "./ask.query.ts";
import { askFresh } from "./freshness.ts";

/** Rows of one question: few enough to hold, enough that a million rows are not many questions. */
export const EXPORT_PAGE = 2_000;

/** A long list takes longer to read out than an answer may take to begin. */
const EXPORT_WITHIN_MS = 10 * 60_000;

/** What an export's route says beside its query. */
export const exportRoute = {
  handlerTimeout: EXPORT_WITHIN_MS,
  response: { 200: { content: { "text/csv": { schema: z.string() } } } },
} as const;

export type CsvExport<Body, Row> = Readonly<{
  /** In the name of the file and in the access log: "sales". */
  name: string;
  question: Prepared<Body>;
  /** A question that comes in pages takes the `limit` that is `EXPORT_PAGE`. */
  args: Arguments;
  rowsOf: (body: Body) => readonly Row[];
  columns: readonly CsvColumn<Row>[];
  /** What names the place after a row; absent where one question answers it all. */
  after?: (last: Row) => Arguments;
}>;

/**
 * Reads a list out as a CSV file, page by page as fast as the reader takes it. That it was asked for stands in
 * the access log before its first byte is sent.
 */
export async function sendCsv<Body, Row>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: CsvExport<Body, Row>,
): Promise<void> {
  const { pool, freshness, clock } = reads;
  const { tenantId } = request.actor;
  await logAccess(pool, {
    ...requestFields(request, clock),
    action: "export",
    result: "begun",
    tenantId,
    target: request.url.slice(0, LONGEST_TARGET),
  });
  const read = (args: Arguments) => ask(pool, wanted.question, { tenantId, nowMs: clock(), args });
  const { answer, stale } = await askFresh(freshness, tenantId, {
    ask: () => read(wanted.args),
    readProgress: () =>
      readProgress(pool, wanted.question, { tenantId, nowMs: clock(), args: wanted.args }),
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  const pages = pagesOf(wanted, answer.body, async (args) => (await read(args)).body);
  const file = `${wanted.name}-${answer.localDate}.csv`;
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file}"`)
    .send(Readable.from(textOf(wanted.columns, pages), { highWaterMark: 1 }));
  // A reader may go away; of what breaks off the file, the log tells.
  await finished(reply.raw).catch(() => undefined);
}

const LONGEST_TARGET = 500;

async function* pagesOf<Body, Row>(
  { args, rowsOf, after }: CsvExport<Body, Row>,
  first: Body,
  read: (args: Arguments) => Promise<Body>,
): AsyncGenerator<readonly Row[]> {
  let rows = rowsOf(first);
  for (;;) {
    yield rows;
    const last = rows.at(-1);
    if (!after || last === undefined || rows.length < EXPORT_PAGE) return;
    rows = rowsOf(await read({ ...args, ...after(last) }));
  }
}

async function* textOf<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const rows of pages) {
    if (rows.length > 0) yield csvLines(columns, rows);
  }
}

export type Cell = string | number | boolean | null;

/** A heading, and what stands under it. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Spreadsheets of many lands take a file for UTF-8 only if it begins so. */
const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";

/** What a spreadsheet takes for a formula, or for nothing at all, where it opens a cell; and what looks guarded already. */
const DANGEROUS = /^'*[=+\-@\t\r\n\0]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + toLine(columns.map(([heading]) => heading));

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => toLine(columns.map(([, cell]) => cell(row)))).join("");

const toLine = (cells: readonly Cell[]): string => cells.map(toCell).join(",") + LINE_END;

/** A number is ours and stands as it is; a text may be anybody's and is never a formula. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const harmless = DANGEROUS.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
