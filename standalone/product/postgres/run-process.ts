import { spawn } from "node:child_process";

export type ProcessResult = Readonly<{ code: number | undefined; output: string }>;
export type RunProcess = (command: string, args: readonly string[]) => Promise<ProcessResult>;

/**
 * The environment of our Postgres: nothing of this process (keys, PGDATA, PGPORT), English
 * messages, UTC. Windows cannot start a program without its own variables.
 */
export const quietEnvironment = (): NodeJS.ProcessEnv | undefined =>
  process.platform === "win32"
    ? undefined
    : {
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        LC_ALL: "C",
        TZ: "UTC",
      };

const runIn =
  (environment: NodeJS.ProcessEnv | undefined): RunProcess =>
  (command, args) =>
    new Promise((resolve) => {
      const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: environment });
      let output = "";
      const collect = (chunk: Buffer): void => {
        output += chunk.toString("utf8");
      };
      child.stdout.on("data", collect);
      child.stderr.on("data", collect);
      child.once("error", (error) => resolve({ code: undefined, output: error.message }));
      child.once("close", (code) => resolve({ code: code ?? undefined, output: output.trim() }));
    });

/**
 * Neither function rejects. If a program could not be started, the exit code is missing and the
 * output is the reason.
 */
export const runProcess = runIn(quietEnvironment());
/** Uses the environment of this process, for tools of the machine. */
export const runTool = runIn(undefined);
