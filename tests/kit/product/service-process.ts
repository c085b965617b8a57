import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

const root = join(import.meta.dirname, "..", "..", "..");
/** The image has its compiled code too. */
const NODE_COMPILE_CACHE = join(root, "node_modules", ".cache", "compiled");
/** Seven of them start at once on two cores. */
const READY_WITHIN_MS = 90_000;
const ASK_EVERY_MS = 50;
const KEPT_LINES = 400;

export type ServiceProcess = Readonly<{
  service: string;
  url: string;
  /** host:port of its /metrics, if it has any. */
  metrics: string | undefined;
  pid: () => number | undefined;
  /** Resolves when /health/ready says so. */
  ready: () => Promise<void>;
  /** The last lines it wrote. */
  log: () => string;
  /** kill -9, waits for the end. */
  kill: () => Promise<void>;
  /** Restarts on the same port with the same environment; resolves when ready. */
  restart: () => Promise<void>;
  /** SIGTERM, then the same service from another folder with the code of another version. */
  replace: (folder: string) => Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
}>;

type Start = Readonly<{
  service: string;
  port: number;
  metricsPort?: number;
  env: Readonly<Record<string, string>>;
}>;

/** The arguments that the image of a service gives to Node. Rivals of benchmarks have no image. */
function argumentsOf(service: string): readonly string[] {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const command = new RegExp(`^CMD (.*"${service}/main.ts"\\])$`, "m").exec(dockerfile)?.[1];
  if (command === undefined) return [`${service}/main.ts`];
  return z.array(z.string()).parse(JSON.parse(command)).slice(1);
}

/** A service as its image runs it. */
export function startServiceProcess({ service, port, metricsPort, env }: Start): ServiceProcess {
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  let folder = root;
  const run = (): ChildProcess => {
    const child = spawn(process.execPath, argumentsOf(service), {
      cwd: folder,
      env: {
        NODE_COMPILE_CACHE,
        ...env,
        PORT: String(port),
        ...(metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort) }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        lines.push(...chunk.toString().trimEnd().split("\n"));
        lines.splice(0, lines.length - KEPT_LINES);
      });
    }
    return child;
  };
  let child = run();

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  const ready = async (): Promise<void> => {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await answers(`${url}/health/ready`))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${service} did not become ready\n${lines.join("\n")}`);
      }
      await delay(ASK_EVERY_MS);
    }
  };
  return {
    service,
    url,
    metrics: metricsPort === undefined ? undefined : `127.0.0.1:${metricsPort}`,
    pid: () => child.pid,
    ready,
    log: () => lines.join("\n"),
    kill: async () => {
      await end("SIGKILL");
    },
    restart: async () => {
      await end("SIGKILL");
      child = run();
      await ready();
    },
    replace: async (to) => {
      await end("SIGTERM");
      folder = to;
      child = run();
      await ready();
    },
    stop: () => end("SIGTERM"),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}
