import { useSearchParams } from "wouter";

/** One of a few values, kept in the address so that a reload and a link find it again; the first is not written. */
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
