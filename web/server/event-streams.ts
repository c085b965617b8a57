import type { ServerResponse } from "node:http";
import { pipeline, type Readable } from "node:stream";

import type { FastifyInstance, FastifyReply } from "fastify";

export type EventStreams = Readonly<{
  isEventStream: (reply: FastifyReply) => boolean;
  pass: (source: Readable, reply: FastifyReply) => void;
  /**
   * Tracks a response of a service in this process, because it may turn out to be an event stream.
   */
  watch: (response: ServerResponse) => void;
}>;

/**
 * Event streams never end by themselves. They are passed on unbuffered and closed when this
 * process shuts down.
 */
export function createEventStreams(app: FastifyInstance): EventStreams {
  const open = new Set<ServerResponse>();
  const watched = new Set<ServerResponse>();
  app.addHook("preClose", (done) => {
    open.forEach((response) => response.destroy());
    watched.forEach((response) => {
      if (isStream(response.getHeader("content-type"))) response.destroy();
    });
    done();
  });

  return {
    isEventStream: (reply) => isStream(reply.getHeader("content-type")),
    watch: (response) => {
      watched.add(response);
      response.once("close", () => watched.delete(response));
    },
    pass: (source, reply) => {
      const response = reply.hijack().raw;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) response.setHeader(name, value);
      }
      // The client waits for the headers, and the first event may come much later.
      response.writeHead(reply.statusCode).flushHeaders();
      open.add(response);
      pipeline(source, response, () => open.delete(response));
    },
  };
}

const isStream = (contentType: unknown): boolean =>
  typeof contentType === "string" && contentType.startsWith("text/event-stream");
