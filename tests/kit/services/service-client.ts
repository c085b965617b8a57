import { request as httpRequest } from "node:http";
import { json } from "node:stream/consumers";

import * as z from "zod/mini";

import type { Request } from "./service-channel.ts";
import type { Own, ServiceName, Services } from "./service-types.ts";

export type Ask = (request: Request) => Promise<unknown>;

const Reply = z.object({ value: z.optional(z.unknown()), error: z.optional(z.string()) });
const Started = z.object({ id: z.string(), address: z.string() });
const Created = z.object({ name: z.string(), adminUrl: z.string() });

/** Not fetch, which times out after five minutes: the first Kafka may have to be downloaded. */
export const askOver =
  (url: string): Ask =>
  async (question) => {
    const body = await new Promise<unknown>((resolve, reject) => {
      const request = httpRequest(url, { method: "POST", agent: false }, (response) => {
        json(response).then(resolve, reject);
      });
      request.once("error", reject);
      request.end(JSON.stringify(question));
    });
    const { value, error } = Reply.parse(body);
    if (error !== undefined) throw new Error(error);
    return value;
  };

export const createServices = (ask: Ask): Services => {
  const start = async (name: ServiceName, options?: Own) => {
    const started = await ask({ ask: "start", name, own: options?.own ?? false });
    const { id, address } = Started.parse(started);
    const to = (action: string) => async (): Promise<void> => {
      await ask({ ask: "act", id, action });
    };
    return { address, to };
  };
  return {
    demoFolder: async () => z.string().parse(await ask({ ask: "demoFolder" })),
    kafka: async (options) => {
      const { address, to } = await start("kafka", options);
      return {
        brokers: address,
        kill: to("kill"),
        stop: to("stop"),
        freeze: to("freeze"),
        thaw: to("thaw"),
        restart: to("restart"),
        eraseData: to("eraseData"),
      };
    },
    redis: async (options) => {
      const { address, to } = await start("redis", options);
      return { url: address, kill: to("kill"), restart: to("restart") };
    },
    freshDatabase: async (options) => {
      const created = await ask({ ask: "createDatabase", isEmpty: options?.empty ?? false });
      const { name, adminUrl } = Created.parse(created);
      return {
        adminUrl,
        drop: async () => {
          await ask({ ask: "dropDatabase", name });
        },
      };
    },
  };
};
