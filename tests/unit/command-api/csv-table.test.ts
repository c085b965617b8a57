import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readCsv } from "#command-api/csv-table.ts";
import { csvHead, csvLines } from "#query-api/csv-export.ts";

const rowsOf = async (text: string) => {
  const table = await readCsv(text, 10);
  if ("rejected" in table) throw new Error(table.detail);
  return table.rows.map(({ line, cells }) => [line, ...cells]);
};

const columns = [["name", (cell: string) => cell]] as const;
const exported = (cells: readonly string[]) => csvHead(columns) + csvLines(columns, cells);
const readBack = async (cells: readonly string[]): Promise<unknown[]> => {
  const table = await readCsv(exported(cells), cells.length);
  return "rejected" in table ? [table.detail] : table.rows.map((row) => row.cells[0]);
};

describe("a CSV text", () => {
  test("other work goes on while a long one is read", async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const rows = Array.from({ length: 9_000 }, (_, n) => `Item number ${n},1.50,10,sku-${n}`);
    const table = await readCsv(`name,price,stock,sku\n${rows.join("\n")}\n`, 10_000);
    clearInterval(counting);
    expect(table).toMatchObject({ rows: { length: 9_000 } });
    expect(turns).toBeGreaterThan(20);
  });

  test("reads headings in any spelling, with any separator, with or without a byte order mark", async () => {
    for (const text of [
      "\uFEFFFirst Name,Per-Unit\r\nA,1",
      "first_name;PER UNIT\nA;1",
      "First  name\tper_unit\rA\t1",
    ]) {
      expect(await readCsv(text, 10)).toEqual({
        headings: ["first_name", "per_unit"],
        rows: [{ line: 2, cells: ["A", "1"] }],
      });
    }
  });

  test("keeps separators, quotes and line breaks inside quotes, and counts lines like an editor", async () => {
    const text = 'name,note\n"a, ""b""","two\nlines"\n\nc,\n';
    expect(await rowsOf(text)).toEqual([
      [3, 'a, "b"', "two\nlines"],
      [5, "c", ""],
    ]);
  });

  test("keeps a multi-byte character that lies across two slices", async () => {
    const name = "é🛒".repeat(9_000);
    expect(await rowsOf(`name\n${name}`)).toEqual([[2, name]]);
  });

  test("removes the apostrophe that an export puts before a formula", async () => {
    const cells = ["=1+1", "+233", "-1", "@a", "'quoted'", "plain", "'=x"];
    expect(await readBack(cells)).toEqual(cells);
  });

  const FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@a",
    "\uFF1D1+1",
    "\uFF0B1",
    "\uFF0D1",
    "\uFF20a",
    "\t=1",
    "\r=1",
    "\n=1",
    "\0=1",
    " =1",
    "\u00a0=1",
    "'=1",
    "''\uFF1D1",
    "a;=1",
    "a; =1",
    "a;\uFF20b",
    "a\t=1",
    "a\r\n=1",
    "a\n\uFF0B1",
    "a;'=1",
    "=a;=b\t=c",
  ];

  test.each(FORMULAS)("an export has no formula for %j, whatever the separator", (text) => {
    const cells = exported([text]).split(/[;\t\r\n]/);
    const starts = cells.map((cell) => cell.replace(/^[\s\0"]+/, ""));
    expect(starts.filter((start) => /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(start))).toEqual([]);
  });

  test("an import reads any export back equal", async () => {
    expect(await readBack(FORMULAS)).toEqual(FORMULAS);
    const parts = ["=", "\uFF1D", "-", "'", ";", "\t", "\r", "\n", "\0", " ", '"', ",", "a", "é"];
    const anyText = fc.array(fc.constantFrom(...parts)).map((some) => `${some.join("")}.`);
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 9 }), async (texts) => {
        expect(await readBack(texts)).toEqual(texts);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    "",
    "\n\n",
    'a\n"b',
    "a,A\n1,2",
    `a\n${"1\n".repeat(11)}`,
    `a\n${"x".repeat(70_000)}`,
  ])("refuses what it cannot read (%#)", async (text) =>
    expect(await readCsv(text, 10)).toMatchObject({ rejected: "invalid-csv" }),
  );
});
