import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

import { Written } from "#kernel/contract/api/envelope.ts";

import { useCommandKey } from "./command-key.ts";
import { request } from "./http-client.ts";
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

/** Adds to the list at an address of the API, or changes what the body's id names. Answers with the id. */
export const useSave = <Json extends object>(path: string, stale: readonly QueryKey[]) =>
  useCommand(async (json: Json, commandKey) => {
    const method = "id" in json ? "PUT" : "POST";
    return (await request(path, Written, { method, json, commandKey })).data.id;
  }, stale);
