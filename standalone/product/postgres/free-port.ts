import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ranges from which systems take the ports of outgoing connections: a server that is
// started again on its port must not find it taken by somebody's connection in the meantime.
const LOWEST = 20_000;
const HIGHEST = 30_000;
const TRIES = 50;

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} on 127.0.0.1`);
};
