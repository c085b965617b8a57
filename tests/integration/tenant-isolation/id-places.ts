import * as z from "zod/mini";

import { toJsonSchema } from "#tests/kit/http/open-api/json-schema.ts";
import type { RecordedRoute } from "#tests/kit/http/route-recorder.ts";

const ID_NAME = /^(?:id|sid|\w+_ids?)$/;
/** A client's own key, and the tenant, which every route compares with the token's. */
const NOT_OF_A_THING = new Set(["client_sale_id", "tenant_id"]);

/** Every place where a route takes the id of a thing: "id", "items.product_id". */
export function idPlaces({ url, schema }: RecordedRoute): string[] {
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const inFields = [schema.querystring, schema.body].flatMap((part) =>
    fieldsOf(toJsonSchema(part, "input"), ""),
  );
  const places = [...inPath, ...inFields].filter((place) => {
    const name = place.split(".").at(-1) ?? "";
    return ID_NAME.test(name) && !NOT_OF_A_THING.has(name);
  });
  return [...new Set(places)];
}

const Part = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
});

function fieldsOf(schema: unknown, path: string): string[] {
  const { data } = Part.safeParse(schema);
  if (!data) return [];
  const within = Object.entries(data.properties ?? {}).flatMap(([name, field]) => {
    const place = path === "" ? name : `${path}.${name}`;
    return [place, ...fieldsOf(field, place)];
  });
  return [
    ...within,
    ...fieldsOf(data.items, path),
    ...(data.anyOf ?? []).flatMap((part) => fieldsOf(part, path)),
  ];
}

/** "items.1.product_id" belongs to the place "items.product_id". */
export const placeOf = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, "");
