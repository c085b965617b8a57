type Stay = () => void;

const guards = new Set<Stay>();

/**
 * Must run before the router listens: on the window, listeners of Back are called in the order in which
 * they came, and a guard has to put the address back before the router looks at it.
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
