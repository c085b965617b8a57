import * as z from "zod/mini";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A route declares a zod schema or nothing. */
const isZod = (schema: unknown): schema is z.core.$ZodType =>
  typeof schema === "object" && schema !== null && "_zod" in schema;

/** `input`: what a caller may send. `output`: what an answer holds, and nothing else. */
export function toJsonSchema(schema: unknown, io: "input" | "output"): JsonSchema | undefined {
  if (!isZod(schema)) return undefined;
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // `format` says the same in one word, and every number here fits JSON.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return written;
}

const ObjectSchema = z.object({
  properties: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  required: z.optional(z.array(z.string())),
});

type Place = "path" | "query" | "header";

/** The fields of an object as parameters. */
export function toParameters(place: Place, schema: unknown): JsonSchema[] {
  const { properties = {}, required = [] } = ObjectSchema.parse(
    toJsonSchema(schema, "input") ?? {},
  );
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: field,
  }));
}
