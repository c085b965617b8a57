import { expect } from "vitest";

import { row } from "#tests/scorecard/row.ts";

import { readSource, sourceFiles } from "./source-files.ts";

/**
 * Put statements together from names of our own tables and columns. They know no request: its values
 * are always parameters.
 */
const isBuilder = (path: string): boolean =>
  path.endsWith(".query.ts") ||
  [
    "command-api/event-store/append.ts",
    "kernel/node/postgres/migrate.ts",
    "query-api/audit/found-events.ts",
    "query-api/listing.ts",
  ].includes(path);

const KNOWS_REQUESTS = /\brequest\.|\bFastifyRequest\b/;

const STATEMENT =
  /`\s*(?:select\s|insert into\s|update \w+[\s.]|delete from\s|truncate\s|alter \w+\s|drop \w+\s|create \w+\s|with \w+ as\s)[^`]*`/gi;
/** A constant of the module is written in capitals. */
const BUILT = /\$\{(?!\s*[A-Z][A-Z0-9_]*\s*\})/;
const JOINED = /["'`]\s*(?:select|insert into|update|delete from)\s[^"'`\n]*["'`]\s*\+/i;

const builtFrom = (source: string): string[] => [
  ...(source.match(STATEMENT)?.filter((text) => BUILT.test(text)) ?? []),
  ...(source.match(JOINED) ?? []),
];

const breaksTheRule = (path: string, source: string): boolean =>
  builtFrom(source).length > 0 && (!isBuilder(path) || KNOWS_REQUESTS.test(source));

const SERVERS = /^(?:command-api|query-api|kernel)\//;

row(28, "no statement is built from strings", async ({ figure, control }) => {
  const files = sourceFiles().filter((path) => SERVERS.test(path));
  expect(files.length).toBeGreaterThan(200);
  const breaking = files.filter((path) => breaksTheRule(path, readSource(path)));
  expect(breaking).toEqual([]);
  figure(`statements built from strings in ${files.length} files`, breaking.length, { exactly: 0 });

  const planted = [
    ["query-api/sale/a.ts", "await db.query(`select * from rm.rm_sales where notes = '${text}'`)"],
    ["command-api/sale/b.ts", "await db.query(`update es.events set type = ${body.type}`)"],
    ["query-api/sale/c.ts", 'await db.query("delete from rm.rm_sales where id = " + id)'],
    ["query-api/sale/d.query.ts", "const sql = `select ${request.query.columns} from rm.rm_sales`"],
  ] as const;
  const found = planted.filter(([path, source]) => breaksTheRule(path, source));
  control("planted ones that are found", found.length, { exactly: planted.length });
});
