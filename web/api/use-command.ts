import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

import { useCommandKey } from "./command-key.ts";
import { readAnew } from "./read-anew.ts";

/**
 * A write. Its key lives as long as the component, so a dialog that is tried again sends the same one.
 * Whatever came of it, what it may have changed is read again; a success counts once that is read, so that
 * nobody sees the data from before what they wrote.
 */
export function useCommand<Input, Output>(
  send: (input: Input, commandKey: string) => Promise<Output>,
  stale: readonly QueryKey[],
) {
  const key = useCommandKey();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(input, key.for(input)),
    onSuccess: async () => {
      key.succeeded();
      await readAnew(queryClient, stale);
    },
    onError: () => {
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
