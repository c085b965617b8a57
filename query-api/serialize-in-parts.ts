import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { LONG, mapInParts } from "#kernel/node/in-parts.ts";

/** Checks and writes a long list in parts. The text is the same as that of the whole. */
export function serializeInParts(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const schema = itemSchemaOf(request, reply.statusCode);
    const list = schema && List.safeParse(payload).data;
    if (!schema || !list || list.data.length <= LONG) return payload;
    const texts = await mapInParts(list.data, (item) => JSON.stringify(z.encode(schema, item)));
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
