import * as z from "zod/mini";

import { isNetwork } from "#kernel/node/net/networks.ts";

import { meanings, type Meaning } from "./read-config.ts";

/** A required text. Wrap it in `optional` or a default if it may be absent. */
export const checkedText = (message: string, isGood: (value: string) => boolean) =>
  z.string("is missing").check(z.refine(isGood, message));

export function described<Schema extends z.ZodMiniType>(schema: Schema, meaning: Meaning): Schema {
  meanings.add(schema, meaning);
  return schema;
}

/** A variable that may be left out. Its meaning must say what happens then. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  described(z.optional(schema), {
    ...meanings.get(schema),
    meaning: meanings.get(schema)?.meaning ?? "",
    isOptional: true,
  });

const WHOLE = /^\d{1,9}$/;

/** A whole number within bounds: a port, a limit, a size, a duration. */
export function wholeNumber(
  meaning: string,
  byDefault: number,
  [min, max]: readonly [number, number],
) {
  const message = `must be a whole number from ${min} to ${max}`;
  const isGood = (value: string) =>
    WHOLE.test(value) && Number(value) >= min && Number(value) <= max;
  const schema = z.pipe(
    z.prefault(checkedText(message, isGood), String(byDefault)),
    z.transform(Number),
  );
  return described(schema, { meaning, byDefault: String(byDefault) });
}

/** 0 is any free port. */
export const port = (meaning: string, byDefault: number) =>
  wholeNumber(meaning, byDefault, [0, 65_535]);

/** A port that is not opened unless it is set. */
export function optionalPort(meaning: string) {
  const message = "must be a whole number from 0 to 65535";
  const isGood = (value: string) => WHOLE.test(value) && Number(value) <= 65_535;
  const schema = z.pipe(checkedText(message, isGood), z.transform(Number));
  return optional(described(schema, { meaning }));
}

export function text(meaning: string, byDefault: string) {
  return described(z._default(z.string(), byDefault), { meaning, byDefault });
}

/** A required text without further rules. */
export const requiredText = (meaning: string) => described(z.string(), { meaning });

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** A host name without scheme and port. */
export const hostName = (meaning: string) =>
  described(
    checkedText("must be a host name such as admin.example.com", (value) => HOST_NAME.test(value)),
    { meaning },
  );

export function choice<const Value extends string>(
  meaning: string,
  values: readonly Value[],
  byDefault: NoInfer<Value>,
) {
  const schema = z._default(z.enum(values, `must be one of ${values.join(", ")}`), byDefault);
  return described(schema, { meaning: `${meaning}: ${values.join(", ")}`, byDefault });
}

const hasScheme = (value: string, schemes: readonly string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));

export function url(meaning: string, schemes: readonly string[]) {
  const message = `must be a URL with ${schemes.join(" or ")}://`;
  return described(
    checkedText(message, (value) => hasScheme(value, schemes)),
    { meaning },
  );
}

/** Like `url`, with a default. */
export function urlOr(byDefault: string, meaning: string, schemes: readonly string[]) {
  const message = `must be a URL with ${schemes.join(" or ")}://`;
  const schema = z.prefault(
    checkedText(message, (value) => hasScheme(value, schemes)),
    byDefault,
  );
  return described(schema, { meaning, byDefault });
}

const commaSeparated = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function list(meaning: string, message: string, isGood: (part: string) => boolean) {
  const isGoodList = (value: string) => {
    const parts = commaSeparated(value);
    return parts.length > 0 && parts.every(isGood);
  };
  return described(z.pipe(checkedText(message, isGoodList), z.transform(commaSeparated)), {
    meaning,
  });
}

/** The addresses of a service's replicas. */
export const originList = (meaning: string) =>
  list(meaning, "must be http:// addresses without a path, comma separated", isOrigin);

const isOrigin = (value: string) =>
  hasScheme(value, ["http"]) && new URL(value).origin === value.replace(/\/$/, "");

export const brokerList = (meaning: string) =>
  list(meaning, "must be host:port, comma separated", (part) => /^[\w.-]+:\d{1,5}$/.test(part));

/** Addresses or CIDR ranges. The default is none. */
export function networkList(meaning: string) {
  const isGood = (value: string) => commaSeparated(value).every(isNetwork);
  const message = "must be IP addresses or CIDR ranges, comma separated";
  const schema = z.pipe(z.prefault(checkedText(message, isGood), ""), z.transform(commaSeparated));
  return described(schema, { meaning, byDefault: "" });
}
