import { randomInt } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

const SignIn = z.object({ email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof SignIn>;

const Demo = z.object({
  /** The end of the generated sales; an interrupted start continues with the same time. */
  startedMs: z.int(),
  isSeeded: z.boolean(),
  superAdmin: SignIn,
  owners: z.record(z.string(), SignIn),
});
export type Demo = z.infer<typeof Demo>;

const FILE = "demo-sign-ins.json";
const OWNER_ONLY = 0o600;
/** Omits letters and digits that look alike, since people type these. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_LENGTH = 12;

export const randomPassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export async function readDemo(dataDir: string): Promise<Demo | undefined> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const stored: unknown = JSON.parse(text);
  return Demo.parse(stored);
}

export async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, JSON.stringify(demo, undefined, 2), { mode: OWNER_ONLY });
  await rename(`${path}.new`, path);
}
