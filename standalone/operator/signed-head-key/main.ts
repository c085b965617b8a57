import { parseArgs } from "node:util";

import { readConfig } from "#kernel/node/config/read-config.ts";
import { text } from "#kernel/node/config/settings.ts";

import { signedHeadKeyFile, makeSignedHeadKey, rotateSignedHeadKey } from "./key-file.ts";

// `npx node standalone/operator/signed-head-key/main.ts [FILE] [--rotate]`: creates the key that
// signs the log, or replaces a key that others may know. Without FILE it is the key of DATA_DIR.
// The product reads it when it starts.

const SETTINGS = {
  DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
};
/** A container reads the file as another user; the folder keeps other users out. */
const IN_ITS_FOLDER = 0o644;

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rotate: { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (more.length > 0) {
    throw new Error(
      "usage: npx node standalone/operator/signed-head-key/main.ts [FILE] [--rotate]",
    );
  }
  const path = file ?? signedHeadKeyFile(readConfig(SETTINGS, process.env).DATA_DIR);
  const mode = file === undefined ? undefined : IN_ITS_FOLDER;
  if (values.rotate) {
    await rotateSignedHeadKey(path, mode);
    return `${path} has a new key; earlier signatures still verify. Restart the product.`;
  }
  if (!(await makeSignedHeadKey(path, mode))) throw new Error(`${path} is there already`);
  return `${path} is made`;
}
