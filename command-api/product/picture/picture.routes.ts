import * as z from "zod/mini";

import { CommandHeaders } from "#command-api/http/command-context.ts";
import { type ProductRoutesOptions, productTexts } from "#command-api/product/product.routes.ts";
import { success, written } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ProductResult } from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import {
  KeptPicture,
  MOST_PICTURE_BYTES,
  PICTURE_TYPES,
  PictureText,
  SetPictureRequest,
} from "#kernel/contract/picture.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { choosePicture, keepPicture, type PictureRejectionCode } from "./keep-picture.ts";
import { setPicture } from "./set-picture.ts";

const pictureTexts: RejectionTexts<PictureRejectionCode | "picture-not-found"> = {
  "invalid-picture": "Send a WebP or JPEG picture of at most 40 kB.",
  "too-many-pictures":
    "There are too many pictures. Remove those of products that you no longer sell.",
  "picture-not-found": "Picture not found",
};

/** Two steps: a picture is stored under its hash, then a product gets it. */
export const pictureRoutes: Routes<ProductRoutesOptions & Readonly<{ pool: Pool }>> = async (
  app,
  { store, contexts, pool },
) => {
  // The bytes alone are the same as JSON with their base64.
  app.addContentTypeParser<Buffer>(
    [...PICTURE_TYPES],
    { parseAs: "buffer", bodyLimit: MOST_PICTURE_BYTES },
    (_request, body, done) => done(null, { picture: body.toString("base64") }),
  );

  app.post(
    "/api/v1/pictures",
    {
      schema: {
        headers: CommandHeaders,
        body: PictureText,
        response: { 200: success(KeptPicture) },
      },
    },
    async (request, reply) => {
      requireRight(request, "edit-products");
      const bytes = Buffer.from(request.body.picture, "base64");
      const { tenantId, occurredMs: nowMs } = await contexts.of(request, {});
      const sha256 = await keepPicture(pool, { tenantId, nowMs }, bytes);
      if (typeof sha256 !== "string") return sendRejection(reply, sha256, pictureTexts);
      return { success: true as const, data: { sha256 } };
    },
  );

  app.put(
    "/api/v1/products/:id/picture",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: SetPictureRequest,
        response: { 200: written(ProductResult) },
      },
    },
    async (request, reply) => {
      requireRight(request, "edit-products");
      const texts = { ...productTexts, ...pictureTexts };
      const productId = ProductId.safeParse(request.params.id).data;
      if (!productId) return sendRejection(reply, reject("product-not-found"), texts);
      const context = await contexts.of(request);
      const { tenantId, occurredMs: nowMs } = context;
      const outcome = await setPicture(store, context, {
        productId,
        sha256: request.body.sha256,
        isThere: (sha256) => choosePicture(pool, { tenantId, nowMs }, sha256),
      });
      if (isRejection(outcome)) return sendRejection(reply, outcome, texts);
      return { success: true as const, message: "Picture saved", data: outcome };
    },
  );
};
