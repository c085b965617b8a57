import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Routes } from "#kernel/platform/http.ts";

import { parseDocument, STYLE, toPage } from "./page.ts";

/**
 * The OpenAPI document of both services. It lies beside this file as the routers of both say it (`npm run openapi`
 * writes it, a test compares): at run time no service knows the routes of another.
 */
const TEXT = readFileSync(new URL("openapi.json", import.meta.url), "utf8");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${sha256(STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};

export const documentationRoutes: Routes = async (app) => {
  const page = toPage(parseDocument(TEXT));
  app.get("/docs", (_request, reply) => reply.headers(PAGE_HEADERS).send(page));
  app.get("/docs/json", (_request, reply) =>
    reply.headers({ "content-type": "application/json", "cache-control": "no-cache" }).send(TEXT),
  );
};
