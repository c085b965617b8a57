import * as z from "zod/mini";

import type { JsonSchema } from "./json-schema.ts";

const Schema = z.record(z.string(), z.unknown());
const Parts = z.object({
  properties: z.optional(z.record(z.string(), Schema)),
  additionalProperties: z.optional(z.union([z.boolean(), Schema])),
  items: z.optional(Schema),
  anyOf: z.optional(z.array(Schema)),
  oneOf: z.optional(z.array(Schema)),
  allOf: z.optional(z.array(Schema)),
});

/** The paths of fields in an answer that its schema does not name. */
export function extraFields(value: unknown, schema: JsonSchema, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = Parts.parse(schema);
  const branches = [...(parts.anyOf ?? []), ...(parts.oneOf ?? []), ...(parts.allOf ?? [])];
  const [first = [], ...others] = branches.map((branch) => extraFields(value, branch, path));
  if (branches.length > 0) return first.filter((one) => others.every((some) => some.includes(one)));
  if (Array.isArray(value)) {
    return value.flatMap((item) => extraFields(item, parts.items ?? {}, `${path}[]`));
  }
  const { properties = {}, additionalProperties: rest = false } = parts;
  return Object.entries(value).flatMap(([name, field]) => {
    const known = properties[name] ?? (typeof rest === "object" ? rest : undefined);
    return known === undefined ? [`${path}/${name}`] : extraFields(field, known, `${path}/${name}`);
  });
}

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z.optional(z.record(z.string(), z.object({ schema: z.optional(Schema) }))),
          }),
        ),
      }),
    ),
  ),
});

/** What the OpenAPI document promises as the JSON of a route's success, if it is JSON. */
export function answerSchemas(text: string) {
  const { paths } = Document.parse(JSON.parse(text));
  return (method: string, url: string): JsonSchema | undefined =>
    paths[url.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses["200"]?.content?.[
      "application/json"
    ]?.schema;
}
