import type { QueryKey } from "@tanstack/react-query";

import { Written } from "#kernel/contract/api/envelope.ts";

import { request } from "./http-client.ts";
import { useCommand } from "./use-command.ts";

/** Adds to the list at an address of the API, or changes what the body's id names. Answers with the id. */
export const useSave = <Json extends object>(path: string, stale: readonly QueryKey[]) =>
  useCommand(async (json: Json, commandKey) => {
    const method = "id" in json ? "PUT" : "POST";
    return (await request(path, Written, { method, json, commandKey })).data.id;
  }, stale);
