import { execFile } from "node:child_process";

export type Captured = Readonly<{ code: number | undefined; output: string }>;

/** Runs a tool of this machine with its environment; never rejects. */
export const capture = (command: string, args: readonly string[]): Promise<Captured> =>
  new Promise((resolve) => {
    const child = execFile(command, args, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      resolve({
        code: child.exitCode ?? undefined,
        output: output === "" && error !== null ? error.message : output,
      });
    });
  });
