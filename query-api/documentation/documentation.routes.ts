import { readFileSync } from "node:fs";

import type { Routes } from "#kernel/node/http/server.ts";
import { PLAIN_PAGE_HEADERS } from "#query-api/plain-page.ts";

import { parseDocument, toPage } from "./page.ts";

/**
 * The OpenAPI document of both services. It lies beside this file as the routers of both say it (`npm run openapi`
 * writes it, a test compares): at run time no service knows the routes of another.
 */
const TEXT = readFileSync(new URL("openapi.json", import.meta.url), "utf8");

export const documentationRoutes: Routes = async (app) => {
  const page = toPage(parseDocument(TEXT));
  app.get("/docs", (_request, reply) => reply.headers(PLAIN_PAGE_HEADERS).send(page));
  app.get("/docs/json", (_request, reply) =>
    reply.headers({ "content-type": "application/json", "cache-control": "no-cache" }).send(TEXT),
  );
};
