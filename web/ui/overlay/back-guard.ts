type Stay = () => void;

const guards = new Set<Stay>();

/**
 * Must run before the router subscribes: popstate listeners on the window run in order, and a guard
 * has to restore the address before the router reads it.
 */
export function watchBack(): void {
  window.addEventListener("popstate", () => {
    for (const stay of guards) stay();
  });
}

export function guardBack(stay: Stay): () => void {
  guards.add(stay);
  return () => void guards.delete(stay);
}
