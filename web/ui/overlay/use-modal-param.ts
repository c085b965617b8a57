import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

const OPENED_HERE = { openedHere: true } as const;

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "openedHere" in state;

/**
 * A dialog whose state is in the address (`?add=1`): Back closes it, a link opens it. Closing goes
 * back if opening went forward, so that the history has no duplicates.
 */
export function useModalParam(name: string) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const value = new URLSearchParams(search).get(name) ?? undefined;

  const open = useCallback(
    (next = "1") => {
      const params = new URLSearchParams(search);
      params.set(name, next);
      navigate(`${path}?${params}`, { state: OPENED_HERE });
    },
    [name, navigate, path, search],
  );
  const close = useCallback(() => {
    if (wasOpenedHere(history.state)) {
      history.back();
      return;
    }
    const params = new URLSearchParams(search);
    params.delete(name);
    const rest = params.toString();
    navigate(rest === "" ? path : `${path}?${rest}`, { replace: true });
  }, [name, navigate, path, search]);

  return { value, open, close };
}
