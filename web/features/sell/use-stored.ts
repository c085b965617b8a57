import { useEffect, useState } from "react";

import type { deviceStore } from "./device-store.ts";

type Store<Value> = ReturnType<typeof deviceStore<Value>>;

/** Something the device remembers, as state of the screen; what another tab of it changes is not written over. */
export function useStored<Value>(store: Store<Value>, owner: string) {
  const [value, setValue] = useState(() => store.read(owner));
  useEffect(() => store.watch(owner, () => setValue(store.read(owner))), [store, owner]);
  const change = (next: Value) => {
    setValue(next);
    store.write(owner, next);
  };
  return [value, change] as const;
}
