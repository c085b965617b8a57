import type { ServerResponse } from "node:http";
import { pipeline, type Readable } from "node:stream";

import type { FastifyInstance, FastifyReply } from "fastify";

export type EventStreams = Readonly<{
  isEventStream: (reply: FastifyReply) => boolean;
  pass: (source: Readable, reply: FastifyReply) => void;
}>;

/** Live updates never end by themselves: passed on as they come, and cut when this process closes. */
export function createEventStreams(app: FastifyInstance): EventStreams {
  const open = new Set<ServerResponse>();
  app.addHook("preClose", (done) => {
    open.forEach((response) => response.destroy());
    done();
  });

  return {
    isEventStream: (reply) =>
      String(reply.getHeader("content-type")).startsWith("text/event-stream"),
    pass: (source, reply) => {
      const response = reply.hijack().raw;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) response.setHeader(name, value);
      }
      // The first event may be long in coming; the client waits for the headers.
      response.writeHead(reply.statusCode).flushHeaders();
      open.add(response);
      pipeline(source, response, () => open.delete(response));
    },
  };
}
