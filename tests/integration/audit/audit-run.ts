import { execFile } from "node:child_process";
import { join } from "node:path";

import { runAudit as run } from "#standalone/operator/audit/run-audit.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const MAIN = join(ROOT, "standalone", "operator", "audit", "main.ts");
const WITHIN_MS = 30_000;

export type AuditRun = Readonly<{ code: number; out: string; err: string }>;

type Variables = Readonly<Record<string, string>>;

/** `npm run audit -- ...` in this process: a new one takes longer than what is asked of it. */
export async function runAudit(args: readonly string[], env: Variables): Promise<AuditRun> {
  const said = { out: "", err: "" };
  const to = (stream: keyof typeof said) => ({
    write: (text: string) => {
      said[stream] += text;
    },
  });
  const code = await run(args, { env, stdout: to("out"), stderr: to("err") });
  return { code, ...said };
}

/** In a process of its own, as a person starts it: the exit code and what it said. */
export const startAudit = (args: readonly string[], env: Variables): Promise<AuditRun> => {
  const { promise, resolve } = Promise.withResolvers<AuditRun>();
  const options = { cwd: ROOT, env: { ...env }, timeout: WITHIN_MS };
  execFile(process.execPath, [MAIN, ...args], options, (error, out, err) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
  });
  return promise;
};
