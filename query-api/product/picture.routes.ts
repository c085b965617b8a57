import type { FastifyReply } from "fastify";
import * as z from "zod/mini";

import { PictureHash, PICTURE_TYPES } from "#kernel/contract/picture.ts";
import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";

/** A hash names the same bytes for all time, but only to the people of one business. */
const KEPT_BY_THE_BROWSER = "private, max-age=31536000, immutable";

type Picture = { media_type: string; bytes: Buffer };

const NOT_FOUND = reject("picture-not-found");
const texts = { "picture-not-found": "Picture not found" };

const file = { schema: z.string() };

/** The picture of a product, to everyone on the staff and to their tills. */
export const pictureRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/pictures/:sha256",
    {
      schema: {
        params: z.object({ sha256: z.string() }),
        response: {
          200: { content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, file])) },
        },
      },
    },
    async (request, reply) => {
      requireRight(request, "see-lists");
      const sha256 = PictureHash.safeParse(request.params.sha256).data;
      if (sha256 === undefined) return sendRejection(reply, NOT_FOUND, texts);
      const { rows } = await reads.pool.query<Picture>({
        name: "picture",
        text: "select media_type, bytes from es.picture_of($1, $2)",
        values: [request.actor.tenantId, sha256],
      });
      const [picture] = rows;
      if (!picture) return sendRejection(reply, NOT_FOUND, texts);
      return sendPicture(reply, picture);
    },
  );
};

const sendPicture = (reply: FastifyReply, { media_type, bytes }: Picture): FastifyReply =>
  reply
    .type(media_type)
    .header("cache-control", KEPT_BY_THE_BROWSER)
    .header("vary", "authorization")
    .send(bytes);
