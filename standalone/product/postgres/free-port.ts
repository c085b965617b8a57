import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ports that systems use for outgoing connections, so that a server that restarts on its
// port finds it free.
const LOWEST = 20_000;
const HIGHEST = 30_000;
const TRIES = 50;

export const canListen = (port: number): Promise<boolean> =>
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
