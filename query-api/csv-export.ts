import { Readable } from "node:stream";
import { finished } from "node:stream/promises";

import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { requestFields, logAccess } from "#kernel/node/access-log.ts";
import { withGuard } from "#kernel/node/formula-guard.ts";
import { inPiece } from "#kernel/node/limits/limit-heavy.ts";

import type { Reads } from "./answers.ts";
import { type Arguments, ask, type Prepared, readProgress } from "./ask.query.ts";
import { askFresh } from "./freshness.ts";

/** Rows per query: a millisecond or two of work, after which other requests have their turn. */
export const EXPORT_PAGE = 100;

/** Streaming a long list takes longer than the usual handler timeout. */
const EXPORT_WITHIN_MS = 10 * 60_000;

/** Route options that every export shares. */
export const exportRoute = {
  handlerTimeout: EXPORT_WITHIN_MS,
  response: { 200: { content: { "text/csv": { schema: z.string() } } } },
} as const;

export type CsvExport<Body, Row> = Readonly<{
  /** For the file name and the access log, such as "sales". */
  name: string;
  question: Prepared<Body>;
  /** A question that is read in pages takes `EXPORT_PAGE` as its `limit`. */
  args: Arguments;
  rowsOf: (body: Body) => readonly Row[];
  columns: readonly CsvColumn<Row>[];
  /** Returns the arguments of the page after a row. Absent if one query returns everything. */
  after?: (last: Row) => Arguments;
}>;

/**
 * Streams a list as a CSV file, page by page, as fast as the client reads it. The access log
 * records the export before the first byte is sent.
 */
export async function sendCsv<Body, Row>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: CsvExport<Body, Row>,
): Promise<void> {
  const { pool, freshness, clock } = reads;
  const { tenantId } = request.actor;
  // A piece as well: each record is a commit, and sales wait for the same disk.
  await inPiece(request, () =>
    logAccess(pool, {
      ...requestFields(request, clock),
      action: "export",
      result: "begun",
      tenantId,
      target: request.url.slice(0, LONGEST_TARGET),
    }),
  );
  const read = (args: Arguments) =>
    inPiece(request, async () => {
      const answer = await ask(pool, wanted.question, { tenantId, nowMs: clock(), args });
      return { ...answer, page: pageOf(wanted, answer.body) };
    });
  const { answer, stale } = await askFresh(freshness, tenantId, {
    ask: () => read(wanted.args),
    readProgress: () =>
      readProgress(pool, wanted.question, { tenantId, nowMs: clock(), args: wanted.args }),
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  const texts = textOf(wanted, answer.page, async (args) => (await read(args)).page);
  const file = `${wanted.name}-${answer.localDate}.csv`;
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file}"`)
    .send(Readable.from(texts, { highWaterMark: 1 }));
  // The client may disconnect; the access log records an interrupted export.
  await finished(reply.raw).catch(() => undefined);
}

const LONGEST_TARGET = 500;

type Page<Row> = Readonly<{ rows: readonly Row[]; text: string }>;

function pageOf<Body, Row>({ rowsOf, columns }: CsvExport<Body, Row>, body: Body): Page<Row> {
  const rows = rowsOf(body);
  return { rows, text: csvLines(columns, rows) };
}

async function* textOf<Body, Row>(
  { args, columns, after }: CsvExport<Body, Row>,
  first: Page<Row>,
  read: (args: Arguments) => Promise<Page<Row>>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  let page = first;
  for (;;) {
    const last = page.rows.at(-1);
    if (last === undefined) return;
    yield page.text;
    if (!after || page.rows.length < EXPORT_PAGE) return;
    page = await read({ ...args, ...after(last) });
  }
}

export type Cell = string | number | boolean | null;

/** A column's heading and its cells. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** In many locales, spreadsheets detect UTF-8 only by this mark. */
const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + toLine(columns.map(([heading]) => heading));

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => toLine(columns.map(([, cell]) => cell(row)))).join("");

const toLine = (cells: readonly Cell[]): string => cells.map(toCell).join(",") + LINE_END;

/**
 * Numbers are generated here and stay unquoted. Texts may come from anyone and must never be read
 * as formulas.
 */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const harmless = withGuard(cell);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
