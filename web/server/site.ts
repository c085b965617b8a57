import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import { readPages } from "#web/server/pages.ts";
import { COMMON_HEADERS, pageHeaders } from "#web/server/security-headers.ts";

import { isPage } from "./pages.ts";

/** Vite adds a content hash to these file names. */
const HASHED = "assets/";
/** Browsers must always get the newest version. */
const ALWAYS_REVALIDATED = new Set(["sw.js", "manifest.webmanifest"]);
const NONCE_BYTES = 16;

type Sent = FastifyReply | Promise<FastifyReply>;
type Send = (request: FastifyRequest, reply: FastifyReply, path: string) => Sent;

/** Serves the files of the built web app, and its document for every page. */
export function addSite(app: FastifyInstance, webRoot: string): Send {
  const pages = readPages(webRoot);
  const files = publicFiles(webRoot);
  app.register(fastifyStatic, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header("cache-control", cacheControl(relative(webRoot, file).split(sep).join("/")));
    },
  });

  return (request, reply, path) => {
    const file = path.slice(1);
    if (files.has(file)) return reply.headers(COMMON_HEADERS).sendFile(file);
    if (!isPage(path) && !wantsPage(request, path)) return sendProblem(reply, problemOf(404));
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    reply
      .code(isPage(path) ? 200 : 404)
      .headers(pageHeaders({ path, nonce, scriptSources: pages.scriptSources }));
    return sendCompressed(request, reply, pages.render(path, nonce));
  };
}

const compress = promisify(gzip);

/** Documents contain their styles and a nonce of their own, so they are compressed as they are sent. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, html: string) {
  reply.header("vary", "accept-encoding");
  if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(html);
  return reply.header("content-encoding", "gzip").send(await compress(html));
}

/**
 * Icons and fonts may be a day old; revalidating them would delay the first paint by a round trip.
 */
function cacheControl(file: string): string {
  if (file.startsWith(HASHED)) return "public, max-age=31536000, immutable";
  return ALWAYS_REVALIDATED.has(file)
    ? "no-cache"
    : "public, max-age=86400, stale-while-revalidate=604800";
}

/** A missing file must fail: browsers would read the document as a script. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? "*/*";
  return !/\.\w+$/.test(path) && (accept.includes("text/html") || accept.includes("*/*"));
}

/** Only these files can be served, so no path leads out of the folder. */
function publicFiles(webRoot: string): ReadonlySet<string> {
  const isPublic = (file: string) =>
    !file.startsWith(".") && file !== "index.html" && !/\.(?:br|gz)$/.test(file);
  return new Set(
    readdirSync(webRoot, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .filter(isPublic),
  );
}
