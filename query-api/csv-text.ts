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
