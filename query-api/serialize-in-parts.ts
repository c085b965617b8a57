import { setImmediate as nextTurn } from "node:timers/promises";

import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";

/** Items per turn of the event loop: about a millisecond. */
const PART = 50;

/**
 * Checks and writes a long list in parts, because a sale would wait for a thousand items. The text is
 * the same as that of the whole.
 */
export function serializeInParts(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const schema = itemSchemaOf(request, reply.statusCode);
    const list = schema && List.safeParse(payload).data;
    if (!schema || !list || list.data.length <= PART) return payload;
    const texts: string[] = [];
    for (let from = 0; from < list.data.length; from += PART) {
      const items = list.data.slice(from, from + PART);
      texts.push(items.map((item) => JSON.stringify(z.encode(schema, item))).join(","));
      await nextTurn();
    }
    reply.serializer(String);
    return `{"success":true,"data":[${texts.join(",")}]}`;
  });
}

const List = z.strictObject({ success: z.literal(true), data: z.array(z.unknown()) });

/** The schema of an item, if the route answers with a plain list. */
function itemSchemaOf({ routeOptions }: FastifyRequest, status: number) {
  const { response } = Routed.safeParse(routeOptions.schema).data ?? {};
  const answer = response?.[String(status)];
  if (!(answer instanceof z.ZodMiniObject)) return undefined;
  const { data } = answer.def.shape;
  return data instanceof z.ZodMiniArray ? data.def.element : undefined;
}

const Routed = z.object({ response: z.record(z.string(), z.unknown()) });
