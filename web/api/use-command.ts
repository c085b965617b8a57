import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

import { useCommandKey } from "./command-key.ts";
import type { CommandMemory } from "./command-key.ts";

/**
 * A write. Its key lives as long as the component, so a dialog that is tried again sends the same one.
 * Whatever came of it, what it may have changed is read again.
 */
export function useCommand<Input, Output>(
  send: (input: Input, commandKey: string) => Promise<Output>,
  stale: readonly QueryKey[],
  memory?: CommandMemory,
) {
  const key = useCommandKey(memory);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(input, key.for(input)),
    onSuccess: () => key.succeeded(),
    onSettled: () => {
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
