import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = [import.meta.dirname, join(import.meta.dirname, "..", "kernel", "contract")];

/** The same for every process that runs the same code, another as soon as what they answer may differ. */
export function sourceHash(): string {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((path) => path.endsWith(".ts")).toSorted()) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("base64url");
}
