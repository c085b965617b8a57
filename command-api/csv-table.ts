import { Readable } from "node:stream";

import { CsvError, parse } from "csv-parse";
import type { FastifyRequest } from "fastify";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { withoutGuard } from "#kernel/node/formula-guard.ts";
import { asPieces } from "#kernel/node/limits/limit-heavy.ts";

export type CsvRow = Readonly<{ line: number; cells: readonly string[] }>;
export type CsvTable = Readonly<{ headings: readonly string[]; rows: readonly CsvRow[] }>;

const LONGEST_ROW = 64 * 1024;
/** Bytes per turn of the event loop: less than a millisecond. */
const SLICE = 2 * 1024;

type Parsed = Readonly<{ record: string[]; info: Readonly<{ lines: number }> }>;

/**
 * Parses a CSV text in slices, so that other requests are answered in between. The first row holds
 * the headings.
 */
export async function readCsv(
  text: string,
  mostRows: number,
  request: Pick<FastifyRequest, "heavy"> = { heavy: undefined },
): Promise<CsvTable | Rejection<"invalid-csv">> {
  const source = Readable.from(asPieces(request, slices(text)));
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  let headings: readonly string[] | undefined;
  const rows: CsvRow[] = [];
  try {
    const records: AsyncIterable<Parsed> = parser;
    for await (const { record, info } of records) {
      if (headings === undefined) headings = record.map(toHeading);
      else rows.push({ line: info.lines, cells: record.map(withoutGuard) });
      if (rows.length > mostRows) return reject("invalid-csv", `more than ${mostRows} rows`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return reject("invalid-csv", error.message);
  } finally {
    source.destroy(); // Ends its piece, if not all was read.
  }
  if (headings === undefined) return reject("invalid-csv", "there are no headings");
  const repeated = headings.find((heading, index) => headings.indexOf(heading) !== index);
  if (repeated !== undefined) return reject("invalid-csv", `two columns are called "${repeated}"`);
  return { headings, rows };
}

/** A slice may cut a character in two; the parser joins it again. */
function* slices(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += SLICE) yield bytes.subarray(from, from + SLICE);
}

/** Spreadsheets write the separator of their locale. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const count = (separator: string): number => first.split(separator).length;
  return [";", "\t"].find((separator) => count(separator) > count(",")) ?? ",";
}

/** "First name" and "first_name" are the same heading. */
const toHeading = (heading: string): string => heading.toLowerCase().replace(/[\s-]+/g, "_");
