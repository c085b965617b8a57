import diagnostics from "node:diagnostics_channel";
import type { Server } from "node:http";

import type { FastifyInstance, RouteOptions } from "fastify";

export type RecordedRoute = Readonly<{
  method: string;
  /** As registered: "/api/v1/products/:id". */
  url: string;
  schema: NonNullable<RouteOptions["schema"]>;
}>;

const routes = new WeakMap<Server, RecordedRoute[]>();
const NOTHING: readonly RecordedRoute[] = [];

/** Every route of a server that was created after `recordRoutes`. */
export const recordedRoutes = ({ server }: Readonly<{ server: Server }>) =>
  routes.get(server) ?? NOTHING;

// The framework publishes each new server before it has routes, so none can be missed.
export const recordRoutes = (): void =>
  diagnostics.subscribe("fastify.initialization", (message) => {
    if (!isInitialization(message)) return;
    const { fastify } = message;
    const own: RecordedRoute[] = [];
    routes.set(fastify.server, own);
    fastify.addHook("onRoute", ({ method, url, schema = {} }) => {
      own.push(...[method].flat().map((one) => ({ method: one, url, schema })));
    });
  });

const isInitialization = (message: unknown): message is Readonly<{ fastify: FastifyInstance }> =>
  typeof message === "object" && message !== null && "fastify" in message;
