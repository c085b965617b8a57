import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { createServer } from "node:http";

import { collectDefaultMetrics } from "prom-client";

import type { Log } from "#kernel/node/logging/logger.ts";

import { createGauge, registry } from "./registry.ts";

const joinDiskFree = createGauge({
  name: "tillbook_disk_free_ratio",
  help: "Free part of the disk with the data folder, or without one of the disk of the process, 0 to 1",
});

type MetricsSettings = Readonly<{
  METRICS_HOST: string;
  /** Absent: no metrics are served. */
  METRICS_PORT?: number | undefined;
}>;

export type MetricsServer = Readonly<{ port: number; close: () => Promise<void> }>;

/**
 * `GET /metrics` on a port of its own, for Prometheus inside the network. It has no sign-in, so it
 * is never part of a public server. A port that is taken is logged: measuring must not stop sales.
 */
export async function serveMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: MetricsSettings,
  log: Log,
  folder: string = process.cwd(),
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (err: unknown) => {
        log.warn({ err }, "the metrics could not be read");
        response.writeHead(500).end();
      },
    );
  });
  server.listen({ host, port });
  try {
    await once(server, "listening");
  } catch (err) {
    log.warn({ err, port }, "the port of the metrics cannot be opened, going on without them");
    return undefined;
  }
  measureProcess(folder);
  // Never keeps a process running that has nothing else to do.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let isMeasured = false;

/** What Node and the system say about this process, measured only where it is served. */
function measureProcess(folder: string): void {
  if (isMeasured) return;
  isMeasured = true;
  collectDefaultMetrics({ register: registry });
  joinDiskFree(async () => {
    const { bavail, blocks } = await statfs(folder);
    return [{ value: bavail / blocks }];
  });
}
