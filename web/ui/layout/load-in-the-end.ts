import type { ComponentType } from "react";

const AGAIN_MS = 5_000;

/**
 * Loads a part's code, and tries again until it is there. With React's `lazy` alone, the whole screen
 * would be lost with the part.
 */
export async function loadInTheEnd<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const loadLater = async (): Promise<ComponentType<Props>> => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return load().catch(loadLater);
  };
  return load().catch(loadLater);
}
