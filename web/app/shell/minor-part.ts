import { type ComponentType, lazy } from "react";

import { loadInTheEnd } from "#web/ui/layout/load-in-the-end.ts";

/**
 * A part that the screen can do without, for inside `Suspense`: until its code can be loaded, nothing
 * is in its place.
 */
export const minorPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadInTheEnd(load) }));
