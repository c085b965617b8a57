import { globSync } from "node:fs";

// `npm run bench NAME [ARGUMENTS]` runs tests/bench/NAME.bench.ts; without a name it lists them.

const END = ".bench.ts";
const names = globSync(`*${END}`, { cwd: import.meta.dirname }).map((file) =>
  file.slice(0, -END.length),
);
const [name = ""] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}${END}`);
else {
  process.stdout.write(`${names.toSorted().join("\n")}\n`);
  process.exitCode = name === "" ? 0 : 1;
}
