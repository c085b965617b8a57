import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJsonSchema } from "#tests/kit/http/open-api/json-schema.ts";

import { describedRoutes } from "./described-routes.ts";

const apis = await openApis();
afterAll(() => apis.close());

const Response = z.object({ 200: z.optional(z.unknown()) });
const responseOf = (response: unknown): unknown => Response.safeParse(response).data?.[200];

/**
 * Routes that do not answer with JSON of a schema: CSV, the live stream, the generated
 * documentation, the public signed heads and receipts, and the audit's lines, which have their own tests.
 */
const IS_NO_JSON =
  /\.(?:csv|pdf)$|\/live$|\/pictures\/|^\/docs(?:\/json)?$|^\/(?:checkpoints|r)\/|\/audit\/(?:export|verify)$/;

describe.each(
  describedRoutes(apis)
    .filter(({ url }) => !IS_NO_JSON.test(url))
    .map((route) => [`${route.method} ${route.url}`, route] as const),
)("%s", (_name, { schema }) => {
  const answer = toJsonSchema(responseOf(schema.response), "output");

  test("promises every field that it answers, so that nothing else can leave", () => {
    expect(answer).toBeDefined();
    expect(openPlaces(answer)).toEqual([]);
  });
});

/** Paths where an answer may hold fields that no schema names. */
function openPlaces(node: unknown, path = ""): string[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "type" in node && node.type === "object" && !("additionalProperties" in node);
  const isAny = Object.keys(node).length === 0 && !path.endsWith("/properties");
  return [
    ...(own || isAny ? [path] : []),
    ...Object.entries(node).flatMap(([key, child]) => openPlaces(child, `${path}/${key}`)),
  ];
}

test("the check bites", () => {
  const open = toJsonSchema(z.object({ a: z.looseObject({}), b: z.unknown() }), "output");
  expect(openPlaces(open)).toEqual(["/properties/a/additionalProperties", "/properties/b"]);
});
