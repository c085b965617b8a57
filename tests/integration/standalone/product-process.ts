import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { vi } from "vitest";
import * as z from "zod/mini";

const SCRIPT = fileURLToPath(new URL("embedded-postgres.process.ts", import.meta.url));

const Message = z.object({
  line: z.optional(z.string()),
  adminUrl: z.optional(z.string()),
  adopted: z.optional(z.boolean()),
  problem: z.optional(z.string()),
  stopped: z.optional(z.boolean()),
  interrupted: z.optional(z.boolean()),
});
type Message = z.infer<typeof Message>;

export type ProductProcess = Readonly<{
  pid: number;
  /** What it said so far, in order. */
  said: () => readonly Message[];
  /** Its message with this field, now or later. */
  heard: (field: keyof Message) => Promise<Message>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  interruptGroup: () => void;
}>;

export const startProduct = (dataDir: string): ProductProcess => {
  const child = fork(SCRIPT, [dataDir], { execArgv: [], detached: true });
  const said: Message[] = [];
  child.on("message", (message) => said.push(Message.parse(message)));
  const exited = once(child, "exit");
  const pid = child.pid ?? 0;
  const heard = (field: keyof Message): Promise<Message> =>
    vi.waitFor(
      () => {
        const message = said.find((one) => one[field] !== undefined);
        if (message === undefined) throw new Error(`${field} not in ${JSON.stringify(said)}`);
        return message;
      },
      { timeout: 20_000, interval: 10 },
    );
  return {
    pid,
    said: () => said,
    heard,
    stop: async () => {
      // It may be just leaving by itself.
      child.send("stop", () => undefined);
      await exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    interruptGroup: () => process.kill(-pid, "SIGINT"),
  };
};
