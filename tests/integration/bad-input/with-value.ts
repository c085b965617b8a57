import * as z from "zod/mini";

const Fields = z.record(z.string(), z.unknown());

/** A copy with another value at a path such as "items.1.quantity"; undefined removes it. */
export function withValue(node: unknown, path: string, value: unknown): unknown {
  const [head = "", ...rest] = path.split(".");
  const next = (child: unknown): unknown =>
    rest.length === 0 ? value : withValue(child, rest.join("."), value);
  if (Array.isArray(node)) {
    const parts: unknown[] = node;
    return parts.map((part, index) => (String(index) === head ? next(part) : part));
  }
  const fields = Fields.parse(node);
  return { ...fields, [head]: next(fields[head]) };
}
