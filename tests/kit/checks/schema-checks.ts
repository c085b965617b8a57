type Issue = Readonly<{ message: string; path: readonly PropertyKey[] }>;
export type AnySchema = Readonly<{
  safeParse: (value: unknown) => {
    success: boolean;
    data?: unknown;
    error?: { issues: readonly Issue[] } | undefined;
  };
}>;

export const parse = (schema: AnySchema, value: unknown): unknown => schema.safeParse(value).data;
export const takes = (schema: AnySchema, value: unknown): boolean =>
  schema.safeParse(value).success;

/** The first error of each field. */
export const wrong = (schema: AnySchema, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [path.join("."), message]),
  );

export const refused = Symbol("refused");

/** The parsed value of a field. */
export const read = (schema: AnySchema, value: unknown): unknown => {
  const { success, data } = schema.safeParse(value);
  return success ? data : refused;
};
