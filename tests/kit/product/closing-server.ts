import { setTimeout as delay } from "node:timers/promises";

import { createHttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";

// A process to send signals to: /slow answers when the test says so, /quick after a while in which it
// may be killed. Both say that they have begun.
const WORK_MS = 200;
const logger = createLogger({ service: "closing", level: "info" });
const app = createHttpApp({ logger });
const gate = Promise.withResolvers<void>();
app.get("/slow", async () => {
  process.stdout.write("begun\n");
  await gate.promise;
  return { success: true };
});
app.get("/quick", async ({ headers }) => {
  process.stdout.write(`begun ${String(headers["idempotency-key"])}\n`);
  await delay(WORK_MS);
  return { success: true };
});
process.stdin.once("data", () => gate.resolve());
closeOnSignal(logger, () => app.close());
process.stdout.write(`port ${new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port}\n`);
