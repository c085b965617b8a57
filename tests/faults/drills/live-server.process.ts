import type { Socket } from "node:net";

import { readConfig } from "#kernel/node/config/read-config.ts";
import { liveSettings } from "#kernel/node/config/shared-settings.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { liveLimitsOf } from "#query-api/live/live-streams.ts";
import { createQueryService } from "#query-api/service.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { limitlessWork } from "#tests/kit/product/limitless.ts";

import { Given, type Seen } from "./live-server.ts";

// The query API in a process of its own, so that its memory is that of the server alone. It says
// its port when it listens, and what it has seen so far on every message.

const UNLIMITED = 1_000_000;

const served = new Set<Socket>();
let bufferedMost = 0;

const given: unknown = JSON.parse(process.argv[2] ?? "");
const { adminUrl, publicKeyPem, liveLimits } = Given.parse(given);
const { app, close } = createQueryService({
  databaseUrl: connectionAs("query_ro", adminUrl).url,
  password: TEST_PASSWORDS.query_ro,
  platformPassword: TEST_PASSWORDS.platform_ro,
  poolSize: 4,
  publicKeyPem,
  limits: { requestsPerMinute: UNLIMITED, requestsPerSecond: UNLIMITED },
  heavy: limitlessWork(),
  liveLimits: { ...liveLimitsOf(readConfig(liveSettings, {})), ...liveLimits },
  superAdminNeedsTotp: false,
  clock: () => Date.now(),
  logger: createLogger({ service: "query-api", level: "info" }),
});
app.server.on("connection", (socket: Socket) => {
  served.add(socket);
  noteBuffered(socket);
  socket.once("close", () => served.delete(socket));
});
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.on("message", say);
process.once("disconnect", () => void close());
say();

function say(): void {
  const seen: Seen = {
    port: Number(new URL(url).port),
    served: served.size,
    bufferedMost,
    rss: process.memoryUsage.rss(),
  };
  process.send?.(seen);
}

/** After each write, because a stream may be cut off before anything else could look. */
function noteBuffered(socket: Socket): void {
  const write = socket.write.bind(socket);
  const noting = (...args: Parameters<typeof write>): boolean => {
    const isTaken = write(...args);
    bufferedMost = Math.max(bufferedMost, socket.writableLength);
    return isTaken;
  };
  Object.assign(socket, { write: noting });
}
