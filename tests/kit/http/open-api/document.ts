import * as z from "zod/mini";

import { ApiError } from "#kernel/contract/api/envelope.ts";
import type { RecordedRoute } from "#tests/kit/http/route-recorder.ts";

import { type JsonSchema, toJsonSchema, toParameters } from "./json-schema.ts";

/** A route and the roles it answers. */
export type DescribedRoute = RecordedRoute &
  Readonly<{ service: string; isOpen: boolean; who: string }>;

/** OpenAPI 3.1 of all routes. The same routes give the same text. */
export function toOpenApi(routes: readonly DescribedRoute[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tillbook",
      version: "1",
      description:
        "The whole API of Tillbook. Amounts are decimals with at most two places, times are ISO 8601. " +
        "Paths that end in .php ignore unknown fields and treat an empty text as absent; paths under " +
        "/api/v1 refuse both. Where a session is needed, an optional query parameter that is empty " +
        "counts as not sent.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: toJsonSchema(ApiError, "output") },
      responses: {
        Problem: {
          description: "The request was refused or failed; `code` is the reason.",
          ...json(PROBLEM),
        },
      },
    },
  };
}

const PROBLEM = { $ref: "#/components/schemas/Problem" };
const json = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

const nameOf = ({ url, method }: DescribedRoute): string => `${url} ${method}`;

/** "/api/v1/products/:id/movements" is about products, and so is "/api/products.php". */
const tagOf = ({ url }: DescribedRoute): string =>
  url.replace(/^\/(?:api\/)?(?:v1\/)?/, "").split(/[/.]/, 1)[0] ?? "";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const operationId = ({ method, url }: DescribedRoute): string =>
  method.toLowerCase() +
  url
    .split(/[^a-zA-Z0-9]+/)
    .map(capital)
    .join("");

function toOperation(route: DescribedRoute): JsonSchema {
  const { schema, who, isOpen } = route;
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route),
    ...toParameters("header", schema.headers),
  ];
  const body = toJsonSchema(schema.body, "input");
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    description: who,
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: isRequired(body), ...json(body) } } : {}),
    responses: { ...toResponses(route), default: { $ref: "#/components/responses/Problem" } },
  };
}

/** With a session, an empty optional parameter counts as not sent. */
const queryParameters = ({ schema, isOpen }: DescribedRoute): JsonSchema[] =>
  toParameters("query", schema.querystring).map((parameter) =>
    isOpen || parameter["required"] === true ? parameter : { ...parameter, allowEmptyValue: true },
  );

/** Parameters without a schema are strings. */
function pathParameters({ url, schema }: DescribedRoute): JsonSchema[] {
  const described = toParameters("path", schema.params);
  const plain = [...url.matchAll(/:(\w+)/g)].flatMap(([, name]) =>
    described.some((parameter) => parameter["name"] === name)
      ? []
      : [{ name, in: "path", required: true, schema: { type: "string" } }],
  );
  return [...described, ...plain];
}

const Nullable = z.object({ anyOf: z.array(z.looseObject({ type: z.literal("null") })) });

const isRequired = ({ anyOf }: JsonSchema): boolean =>
  !Nullable.safeParse({ anyOf: Array.isArray(anyOf) ? anyOf.slice(-1) : [] }).success ||
  anyOf === undefined;

const Responses = z.record(z.string(), z.unknown());

function toResponses(route: DescribedRoute): Record<string, JsonSchema> {
  const declared = Object.entries(Responses.parse(route.schema.response ?? {}));
  if (declared.length === 0) return { 200: { description: "Success.", ...contentOf(route) } };
  return Object.fromEntries(
    declared.map(([status, schema]) => {
      const body = toJsonSchema(schema, "output");
      return [status, { description: "Success.", ...(body ? json(body) : contentOf(route)) }];
    }),
  );
}

/** Content types of routes that do not answer JSON. */
const OTHER_CONTENT: readonly (readonly [RegExp, string])[] = [
  [/\.csv$/, "text/csv"],
  [/\/live$/, "text/event-stream"],
  [/^\/docs$|^\/checkpoints\/:tenantId$/, "text/html"],
  [/^\/checkpoints\/:tenantId\//, "text/plain"],
];

function contentOf({ url }: DescribedRoute): JsonSchema {
  const type = OTHER_CONTENT.find(([pattern]) => pattern.test(url))?.[1];
  return type === undefined ? {} : { content: { [type]: { schema: { type: "string" } } } };
}
