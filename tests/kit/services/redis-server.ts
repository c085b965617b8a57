import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ownPort } from "#tests/kit/services/own-port.ts";

import { redisAnswers } from "./exchange.ts";
import { startServerProcess, type ServerProcess } from "./server-process.ts";
import type { StartedService } from "./service-types.ts";

const START_MS = 10_000;

export const startRedisServer = async (
  program: string,
  folder: string,
): Promise<StartedService> => {
  const port = await ownPort();
  await mkdir(folder, { recursive: true });
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      command: program,
      args: ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      cwd: folder,
      logFile: join(folder, "server.log"),
      isReady: () => redisAnswers(port),
      timeoutMs: START_MS,
    });
  let server = await start();
  const kill = (): Promise<void> => server.signal("SIGKILL");
  return {
    address: `redis://127.0.0.1:${port}`,
    actions: {
      kill,
      restart: async () => {
        await kill();
        server = await start();
      },
    },
    end: kill,
  };
};
