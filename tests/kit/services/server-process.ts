import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 20;

export type ServerProcess = Readonly<{
  pid: number;
  /** Waits for the end. */
  signal: (name: "SIGKILL" | "SIGTERM") => Promise<void>;
  send: (name: "SIGSTOP" | "SIGCONT") => void;
}>;

type ServerCommand = Readonly<{
  command: string;
  args: readonly string[];
  cwd: string;
  logFile: string;
  isReady: () => Promise<boolean>;
  timeoutMs: number;
}>;

/** A server in its own process group, so that Ctrl-C leaves it to the teardown. */
export const startServerProcess = async (server: ServerCommand): Promise<ServerProcess> => {
  const log = await open(server.logFile, "w");
  const child = spawn(server.command, server.args, {
    cwd: server.cwd,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  const exited = once(child, "exit").catch(() => undefined);
  let isGone = false;
  void exited.then(() => (isGone = true));
  await log.close();

  const signal = async (name: "SIGKILL" | "SIGTERM"): Promise<void> => {
    if (!isGone) child.kill(name);
    await exited;
  };
  const deadline = performance.now() + server.timeoutMs;
  while (!(await server.isReady())) {
    if (isGone || performance.now() > deadline) {
      await signal("SIGKILL");
      const output = (await readFile(server.logFile, "utf8")).slice(-2_000);
      throw new Error(`${server.command} did not become ready: ${output}`);
    }
    await delay(POLL_MS);
  }
  return { pid: child.pid ?? 0, signal, send: (name) => void child.kill(name) };
};
