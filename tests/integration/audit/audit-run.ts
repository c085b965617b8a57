import { execFile } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const MAIN = join(ROOT, "standalone", "audit", "main.ts");
const WITHIN_MS = 30_000;

export type AuditRun = Readonly<{ code: number; out: string; err: string }>;

/** `npm run audit -- ...` without npm: the exit code and what it said. */
export const runAudit = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<AuditRun> => {
  const { promise, resolve } = Promise.withResolvers<AuditRun>();
  const options = { cwd: ROOT, env: { ...env }, timeout: WITHIN_MS };
  execFile(process.execPath, [MAIN, ...args], options, (error, out, err) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
  });
  return promise;
};
