import { codeLines, readSource, sourceFiles } from "./source-files.ts";

const SHOWN = 10;

const longest = sourceFiles()
  .map((path) => ({ path, lines: codeLines(path, readSource(path)) }))
  .toSorted((a, b) => b.lines - a.lines)
  .slice(0, SHOWN);

process.stdout.write("The longest files, in lines of code:\n");
for (const { path, lines } of longest) {
  process.stdout.write(`${String(lines).padStart(5)}  ${path}\n`);
}
