import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { ownPort } from "#tests/kit/services/own-port.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const START_WITHIN_MS = 90_000;

const Package = z.object({
  scripts: z.object({ start: z.templateLiteral(["node ", z.string()]) }),
});

/** The arguments that `npm start` gives to Node. */
function startArguments(): readonly string[] {
  const text = readFileSync(join(root, "package.json"), "utf8");
  return Package.parse(JSON.parse(text)).scripts.start.split(" ").slice(1);
}

export type SignIn = Readonly<{ email: string; password: string }>;

export type Standalone = Readonly<{
  url: string;
  pid: number;
  startedInMs: number;
  output: () => string;
  /** The emails and passwords that it printed. */
  signIns: () => Promise<SignIn[]>;
  /** Like Ctrl-C; resolves with the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
  /** Resolves with the exit code when it ends by itself. */
  exited: () => Promise<number | null>;
}>;

/**
 * `npm start` without npm: the product in one process, on its own data folder and a free port.
 * `before` is a program that becomes the product, for example in a namespace of its own.
 */
export async function startStandalone(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
): Promise<Standalone> {
  const port = await ownPort();
  const startedAt = performance.now();
  let output = "";
  const command = [...before, process.execPath, ...startArguments()];
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { DATA_DIR: dataDir, PORT: String(port), REGISTRATIONS_PER_HOUR: "1000", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  let isAsked = false;
  const exited = Promise.withResolvers<number | null>();
  child.once("exit", (code, signal) => {
    exited.resolve(code);
    if (isAsked) return;
    process.stderr.write(`the product ended by itself: ${code ?? signal}\n${output}\n`);
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isAsked = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited.promise;
  };
  while (!output.includes("Ctrl-C stops it.")) {
    if (child.exitCode !== null || performance.now() - startedAt > START_WITHIN_MS) {
      await end("SIGKILL");
      // Another test took the port meanwhile.
      const isTaken = output.includes(`Port ${port} is in use`) && env["PORT"] === undefined;
      if (isTaken) return startStandalone(dataDir, env, before);
      throw new Error(`the product did not start\n${output}`);
    }
    await delay(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAt,
    output: () => output,
    signIns: async () =>
      [...output.matchAll(/ {2}(\S+@\S+) {2,}(\S+)$/gm)].map(([, email = "", password = ""]) => ({
        email,
        password,
      })),
    stop: () => end("SIGINT"),
    kill: async () => {
      await end("SIGKILL");
    },
    exited: () => {
      isAsked = true;
      return exited.promise;
    },
  };
}
