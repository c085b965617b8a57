import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A dialog waits no longer for the list behind it. */
const WITHIN_MS = 3_000;

/** After a write: what is on the screen is read again, what is not is forgotten, its old state never shown. */
export async function readAnew(
  queryClient: QueryClient,
  stale: readonly QueryKey[],
): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WITHIN_MS);
  const reads = stale.map((queryKey) => {
    queryClient.removeQueries({ queryKey, type: "inactive" });
    return queryClient.invalidateQueries({ queryKey });
  });
  await Promise.race([Promise.all(reads), patience]);
  clearTimeout(timer);
}
