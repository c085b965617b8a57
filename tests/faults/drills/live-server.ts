import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import type { LiveLimits } from "#query-api/live/live-streams.ts";
import { peakMbOf } from "#tests/bench/kit/child-memory.ts";

const SCRIPT = fileURLToPath(new URL("live-server.process.ts", import.meta.url));

export const Given = z.object({
  adminUrl: z.string(),
  publicKeyPem: z.string(),
  liveLimits: z.custom<Partial<LiveLimits>>(),
});
type Given = z.infer<typeof Given>;

export const Seen = z.object({
  port: z.number(),
  /** Connections that are open. */
  served: z.number(),
  /** The most bytes that were held back for one connection. */
  bufferedMost: z.number(),
  rss: z.number(),
});
export type Seen = z.infer<typeof Seen>;

export type LiveServer = Readonly<{
  port: number;
  seen: () => Promise<Seen>;
  /** Peak memory so far, MiB. */
  peakMiB: () => number;
  log: () => string;
  stop: () => Promise<void>;
}>;

/** Starts the query API as a process of its own on the database of `adminUrl`. */
export async function startLiveServer(given: Given): Promise<LiveServer> {
  const child = fork(SCRIPT, [JSON.stringify(given)], {
    execArgv: [],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (log += text));
  const exited = once(child, "exit");
  const heard = async (): Promise<Seen> => {
    const ended = exited.then(() => Promise.reject(new Error(`the live server ended\n${log}`)));
    const [message] = await Promise.race([once(child, "message"), ended]);
    return Seen.parse(message);
  };
  const { port } = await heard();
  return {
    port,
    seen: () => {
      const answer = heard();
      child.send("seen");
      return answer;
    },
    peakMiB: () => peakMbOf(child.pid) ?? Number.NaN,
    log: () => log,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
