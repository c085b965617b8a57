import { describe, expect, test } from "vitest";

import { readCsv } from "#command-api/csv-table.ts";
import { csvHead, csvLines } from "#query-api/csv-export.ts";

const rowsOf = async (text: string) => {
  const table = await readCsv(text, 10);
  if ("rejected" in table) throw new Error(table.detail);
  return table.rows.map(({ line, cells }) => [line, ...cells]);
};

describe("a CSV text", () => {
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
    const columns = [["name", (cell: string) => cell]] as const;
    const text = csvHead(columns) + csvLines(columns, cells);
    expect((await rowsOf(text)).map(([, cell]) => cell)).toEqual(cells);
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
