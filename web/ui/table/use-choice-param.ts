import { useSearchParams } from "wouter";

/**
 * One of a few values, kept in the address so that reloads and links find it. The first is the
 * default and not written.
 */
export function useChoiceParam<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
) {
  const [params, setParams] = useSearchParams();
  const [first] = values;
  const value = values.find((known) => known === params.get(name)) ?? first;
  const choose = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === first) after.delete(name);
        else after.set(name, next);
        return after;
      },
      { replace: true },
    );
  return { value, choose };
}
