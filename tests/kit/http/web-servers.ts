import type { RequestListener } from "node:http";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { startUpstream, type Upstream } from "#tests/kit/fakes/upstream.ts";
import { createWebServer } from "#web/server/app.ts";

import { listen } from "./raw-http.ts";
import { builtWebApp } from "./web-root.ts";

type Origin = Pick<Upstream, "origin">;

/** Web servers and the services they forward to, on real sockets, stopped together. */
export function webServers() {
  const webRoot = builtWebApp();
  const stops: (() => Promise<unknown>)[] = [];

  const upstream = async (answer: RequestListener, port = 0) => {
    const started = await startUpstream(answer, port);
    stops.push(started.stop);
    return started;
  };

  const webServer = async (command: readonly Origin[], query: readonly Origin[] = command) => {
    const app = createWebServer({
      webRoot,
      forward: {
        kind: "upstream",
        command: command.map(({ origin }) => origin),
        query: query.map(({ origin }) => origin),
      },
      logger: createLogger({ service: "web", level: "silent" }),
    });
    stops.unshift(() => app.close());
    return { app, port: await listen(app) };
  };

  return { upstream, webServer, stopAll: () => Promise.all(stops.splice(0).map((stop) => stop())) };
}
