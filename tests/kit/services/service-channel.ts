import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";

import * as z from "zod/mini";

import type { ServiceHost } from "./service-host.ts";
import { SERVICE_NAMES } from "./service-types.ts";

/** What a test worker may ask of the process that runs the tests. */
const Request = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("start"), name: z.enum(SERVICE_NAMES), own: z.boolean() }),
  z.object({ ask: z.literal("act"), id: z.string(), action: z.string() }),
  z.object({ ask: z.literal("createDatabase"), isEmpty: z.boolean() }),
  z.object({ ask: z.literal("dropDatabase"), name: z.string() }),
  z.object({ ask: z.literal("demoFolder") }),
]);
export type Request = z.infer<typeof Request>;

const answer = (host: ServiceHost, request: Request): Promise<unknown> => {
  switch (request.ask) {
    case "start":
      return host.start(request.name, request.own);
    case "act":
      return host.act(request.id, request.action);
    case "createDatabase":
      return host.createDatabase(request.isEmpty);
    case "dropDatabase":
      return host.dropDatabase(request.name);
    case "demoFolder":
      return host.demoFolder();
  }
};

const reply = async (host: ServiceHost, message: IncomingMessage): Promise<string> => {
  try {
    const value = await answer(host, Request.parse(await json(message)));
    return JSON.stringify({ value: value ?? null });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
};

/** Serves the host to the workers of the run, on loopback. */
export const openChannel = async (
  host: ServiceHost,
): Promise<Readonly<{ url: string; close: () => void }>> => {
  const server = createServer((request, response) => {
    void reply(host, request).then((text) => response.end(text));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
