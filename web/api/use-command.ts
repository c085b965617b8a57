import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type QueryClient,
} from "@tanstack/react-query";
import { useState } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";

import { request } from "./http-client.ts";

/**
 * The id under which a command is sent. It is made before the first try and stays for each further try
 * with the same body, so that a try whose answer was lost has no second effect. After a success, and for
 * another body, there is a new one.
 */
export function createCommandKey(makeKey: () => string = () => crypto.randomUUID()) {
  let sentBody: string | undefined;
  let key = makeKey();
  return {
    for(input: unknown): string {
      const body = JSON.stringify(input);
      if (sentBody !== undefined && sentBody !== body) key = makeKey();
      sentBody = body;
      return key;
    },
    succeeded(): void {
      key = makeKey();
      sentBody = undefined;
    },
  };
}

type CommandKey = ReturnType<typeof createCommandKey>;

/** One for as long as the dialog is open. */
export const useCommandKey = (): CommandKey => useState(() => createCommandKey())[0];

/** A dialog waits no longer for the list behind it. */
const WITHIN_MS = 3_000;

/** After a write: what is on the screen is read again, what is not is forgotten, its old state never shown. */
export async function refetchStale(
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
      await refetchStale(queryClient, stale);
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
    return (await request(path, WriteResult, { method, json, commandKey })).data.id;
  }, stale);
