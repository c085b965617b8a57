import { useState } from "react";

import type { deviceStore } from "./device-store.ts";

type Store<Value> = Pick<ReturnType<typeof deviceStore<Value>>, "read" | "write">;

/** Something the device remembers, as state of the screen. */
export function useStored<Value>(store: Store<Value>, owner: string) {
  const [value, setValue] = useState(() => store.read(owner));
  const change = (next: Value) => {
    setValue(next);
    store.write(owner, next);
  };
  return [value, change] as const;
}
