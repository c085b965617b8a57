import { type ComponentType, createElement, lazy, useState } from "react";

import { loadInTheEnd } from "./load-in-the-end.ts";

/**
 * A part whose code loads later, for inside `Suspense`. If the code is there when the part is first
 * drawn, the part is drawn at once: React's `lazy` shows the fallback first, and for 300 ms at least.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const Late = lazy(async () => ({ default: await loadInTheEnd(loadOnce) }));
  /** Keeps what it began with, so that its state stays when the code arrives. */
  function Part(props: Props) {
    const [type] = useState((): ComponentType<Props> => loaded ?? Late);
    return createElement(type, props);
  }
  return { Part, load: loadOnce };
}
