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
 * The idempotency key of a command. It is made before the first try and kept for retries with the
 * same body, so that a retry after a lost response has no second effect. A success or another body
 * starts a new key.
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

/** Keeps one key for as long as the component is mounted. */
const useCommandKey = (): CommandKey => useState(() => createCommandKey())[0];

/** The longest that a dialog waits for the list to refresh. */
const WITHIN_MS = 3_000;

/**
 * After a write: refetches the queries on screen and removes the others, so that their old data is
 * never shown.
 */
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
 * Sends a write. The key lives as long as the component, so a retry from the same dialog sends the
 * same key. Both success and failure refetch the stale queries. On success, the mutation settles
 * after the refetch, so that the person sees their own change.
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

/**
 * Adds an item to a list of the API (POST), or changes the item with the body's id (PUT). Resolves
 * with the id.
 */
export const useSave = <Json extends object>(path: string, stale: readonly QueryKey[]) =>
  useCommand((json: Json, commandKey) => save(path, json, commandKey), stale);

export async function save(path: string, json: object, commandKey: string): Promise<string> {
  const method = "id" in json ? "PUT" : "POST";
  return (await request(path, WriteResult, { method, json, commandKey })).data.id;
}
