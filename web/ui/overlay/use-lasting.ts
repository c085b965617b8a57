import { useState } from "react";

/** The last value that was there: what a dialog shows while it goes. */
export function useLasting<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
