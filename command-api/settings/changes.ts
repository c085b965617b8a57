type Values = Readonly<Record<string, unknown>>;

/** The values that differ, with from and to. An undefined value means no change. */
export const changesOf = (before: Values, wanted: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted)
      .filter(([key, to]) => to !== undefined && to !== before[key])
      .map(([key, to]) => [key, { from: before[key], to }]),
  );

type Changes = Readonly<Record<string, Readonly<{ to: unknown }> | undefined>>;

/** The values once the changes are made. */
export const valuesAfter = (before: Values, changes: Changes): Record<string, unknown> => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change?.to])),
});
