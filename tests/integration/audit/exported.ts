import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { originOf } from "#kernel/verify/signed-head.ts";
import { publicKeyOf, verifierKey } from "#kernel/verify/signed-note.ts";
import {
  openSealedLogs,
  OTHERS,
  OURS,
} from "#tests/integration/command-api/event-store/head-signer/sealed-logs.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

import { runAudit } from "./audit-run.ts";

/** Signed up to here, the last time with a new key; two events more are not signed. */
export const SIZES = [12, 15, 20, 26];
export const SIGNED = 26;
export const UNSIGNED = 2;

/** Logs of two shops, signed four times, with a folder for what is exported of them. */
export async function openSigned() {
  const logs = await openSealedLogs();
  const folder = await mkdtemp(join(tmpdir(), "tillbook-export-"));
  const keys = madeSignedHeadKeys(logs.keys);
  for (const [index, size] of SIZES.entries()) {
    const { seq } = await logs.headOf(OURS);
    await logs.sell(size - seq);
    const by = size === SIGNED ? keys : logs.keys;
    for (const tenantId of [OURS, OTHERS]) await logs.seal(tenantId, by);
    logs.time.nowMs += 60_000 * (index + 1);
  }
  await logs.sell(UNSIGNED);
  const keyFile = join(folder, "keys.pem");
  const pems = keys.publicKeys.map((raw) =>
    publicKeyOf(raw).export({ type: "spki", format: "pem" }),
  );
  await writeFile(keyFile, pems.map(String).join(""));
  const env = {
    DATABASE_URL: connectionAs("auditor_ro", logs.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
    CHECKPOINT_KEY_FILE: keyFile,
  };
  const trusted = keys.publicKeys.flatMap((raw) => ["--key", verifierKey(originOf(OURS), raw)]);

  return {
    ...logs,
    keys,
    folder,
    env,
    /** What a reader of our bundle says who trusts our keys. */
    trusted,
    audit: (args: readonly string[]) => runAudit(args, env),
    /** The files of an export into a folder of its own. */
    exported: async (name: string, ...args: readonly string[]) => {
      const out = join(folder, name);
      const { code, out: said, err } = await runAudit(["export", "--out", out, ...args], env);
      const files = (await readdir(out)).toSorted();
      return { code, said, err, files: files.map((file) => join(out, file)) };
    },
    write: async (name: string, text: string): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
    linesOf: async (path: string): Promise<string[]> =>
      (await readFile(path, "utf8")).split("\n").slice(0, -1),
    close: async (): Promise<void> => {
      await rm(folder, { recursive: true });
      await logs.close();
    },
  };
}
export type SignedHouse = Awaited<ReturnType<typeof openSigned>>;
