import { useEffect, useState } from "react";

/** The value once it has not changed for so long: what is asked of the server while somebody types. */
export function useQuiet<Value>(value: Value, quietMs: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
