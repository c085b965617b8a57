import { parseArgs } from "node:util";

import { measureAll } from "./measures.ts";

// `npm run house`: one line a measure, tab-separated: name, value, target, "ok" or "short". Fails if one is short.
// `npm run house -- --places [NAME]` also lists the places, of one measure or of all that are short.

const { values, positionals } = parseArgs({
  options: { places: { type: "boolean" } },
  allowPositionals: true,
});
const [wanted] = positionals;
const measures = measureAll();
for (const { name, value, target, isOk, places } of measures) {
  process.stdout.write(`${[name, value, target, isOk ? "ok" : "short"].join("\t")}\n`);
  if (!values.places || (wanted === undefined ? isOk : !name.includes(wanted))) continue;
  for (const place of places) process.stdout.write(`  ${place}\n`);
}
if (measures.some(({ isOk }) => !isOk)) process.exitCode = 1;
