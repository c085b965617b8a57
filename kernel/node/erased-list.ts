import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { TenantId } from "#kernel/contract/ids.ts";

/** `subjectId` is the tenant's own id if the whole account was erased. */
export const ErasedSubject = z.object({
  tenantId: TenantId,
  subjectId: z.uuid(),
  erasedMs: z.int(),
});
export type ErasedSubject = z.infer<typeof ErasedSubject>;

/** Erased persons, kept outside the database: a restored backup must be erased again. */
export type ErasureList = Readonly<{ add: (erased: ErasedSubject) => Promise<void> }>;

const NAME = /^erased-.*\.jsonl$/;

/**
 * A folder with one file per host and one line per erasure. `add` resolves after the line is on
 * disk. A line torn by a crash is ignored: that erasure did not finish and is added again.
 */
export const createErasureList = (folder: string): ErasureList => ({
  add: async (erased) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(join(folder, `erased-${hostname()}.jsonl`), "a", 0o600);
    try {
      await file.appendFile(`\n${JSON.stringify(erased)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

/** The entries of all files. Empty if the folder does not exist. */
export async function readErasures(folder: string): Promise<readonly ErasedSubject[]> {
  const names = await readdir(folder).catch(() => []);
  const all = new Map<string, ErasedSubject>();
  for (const name of names.filter((one) => NAME.test(one))) {
    for (const line of (await readFile(join(folder, name), "utf8")).split("\n")) {
      const erased = toErased(line);
      if (erased) all.set(`${erased.tenantId}|${erased.subjectId}`, erased);
    }
  }
  return [...all.values()];
}

function toErased(line: string): ErasedSubject | undefined {
  try {
    return ErasedSubject.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // Empty, or torn by a crash.
  }
}
