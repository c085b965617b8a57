import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import type { Manifest } from "#standalone/operator/backup/contents.ts";

/** As lines of a .env file, in the form that the services read. */
const toLines = ({ keys }: Manifest): string =>
  Object.entries({
    DATA_KEY: keys.dataKey,
    REQUEST_HASH_KEY: keys.requestHashKey,
    TOKEN_PRIVATE_KEY: Buffer.from(keys.tokenPrivateKey).toString("base64"),
    TOKEN_PUBLIC_KEY: Buffer.from(keys.tokenPublicKey).toString("base64"),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

/** What servers must have of a backup before it is restored into them. */
export async function writeKeys(manifest: Manifest, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const once = { mode: 0o600, flag: "wx" };
  await writeFile(join(folder, "keys.env"), toLines(manifest), once);
  for (const [name, content] of Object.entries(manifest.files)) {
    await writeFile(join(folder, basename(name)), Buffer.from(content, "base64"), once);
  }
}
