import { type ComponentType, lazy } from "react";

const AGAIN_MS = 5_000;

/**
 * A part that the screen can do without, for inside `Suspense`: until its code can be loaded, nothing
 * is in its place. With React's `lazy` alone, the whole screen would be lost.
 */
export const minorPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const loadLater = async (): Promise<ComponentType<Props>> => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return load().catch(loadLater);
  };
  return lazy(async () => ({ default: await load().catch(loadLater) }));
};
