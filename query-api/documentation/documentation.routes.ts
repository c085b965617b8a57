import { readFileSync } from "node:fs";

import * as z from "zod/mini";

import type { Routes } from "#kernel/node/http/server.ts";
import { PLAIN_PAGE_HEADERS, escaped, plainPage } from "#query-api/plain-page.ts";

const Schema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.object({ schema: Schema }));

const Operation = z.object({
  tags: z.array(z.string()),
  description: z.string(),
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema })),
  ),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ content: z.optional(Content) })),
});
type Operation = z.infer<typeof Operation>;

const Document = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
type Document = z.infer<typeof Document>;

const parseDocument = (text: string): Document => Document.parse(JSON.parse(text));

/** A page of text and disclosures. It loads and runs nothing. */
function toPage({ info, tags, paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section><h2>${escaped(name)}</h2>${own.map(toDetails).join("")}</section>`;
  });
  return plainPage(
    `${info.title} API`,
    `<p>${escaped(info.description)}</p>
<p><a href="/docs/json">The same as an OpenAPI 3.1 document</a></p>
${sections.join("\n")}`,
  );
}

type OperationEntry = Readonly<{ path: string; method: string; operation: Operation }>;

function toDetails({ path, method, operation }: OperationEntry): string {
  const { description, parameters = [], requestBody, responses } = operation;
  const parts = [
    `<p>${escaped(description)}</p>`,
    ...parameters.map(
      ({ name, in: place, required, schema }) =>
        `<p><code>${escaped(name)}</code> in the ${escaped(place)}${required ? ", required" : ""}: <code>${escaped(JSON.stringify(schema))}</code></p>`,
    ),
    ...(requestBody ? [`<h3>Body</h3>${toBlocks(requestBody.content)}`] : []),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      content ? [`<h3>Answer ${escaped(status)}</h3>${toBlocks(content)}`] : [],
    ),
  ];
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></summary>${parts.join("")}</details>`;
}

const toBlocks = (content: z.infer<typeof Content>): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      type === "application/json"
        ? `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`
        : `<p><code>${escaped(type)}</code></p>`,
    )
    .join("");

/**
 * The OpenAPI document of both services. `npm run suite openapi` generates it from their routers
 * and a test compares it: at run time, no service knows the routes of the other.
 */
const TEXT = readFileSync(new URL("openapi.json", import.meta.url), "utf8");

export const documentationRoutes: Routes = async (app) => {
  const page = toPage(parseDocument(TEXT));
  app.get("/docs", (_request, reply) => reply.headers(PLAIN_PAGE_HEADERS).send(page));
  app.get("/docs/json", (_request, reply) =>
    reply.headers({ "content-type": "application/json", "cache-control": "no-cache" }).send(TEXT),
  );
};
