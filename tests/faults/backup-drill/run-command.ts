import { execFile } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export type Run = Readonly<{ code: number; out: string; ms: number }>;

/** `npm run backup` and `npm run restore` without npm. */
export function runCommand(
  command: "backup" | "restore" | "rebuild",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const main = join(ROOT, "standalone", "operator", command, "main.ts");
  const begunMs = performance.now();
  execFile(process.execPath, [main, ...args], { cwd: ROOT, env: { ...env } }, (error, out, err) => {
    const code = error === null ? 0 : Number(error.code ?? -1);
    resolve({ code, out: `${out}${err}`.trim(), ms: performance.now() - begunMs });
  });
  return promise;
}
