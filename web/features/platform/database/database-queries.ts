import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import { ParkedProjection } from "#kernel/contract/api/platform/lists.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const DatabaseAnswer = success(DatabaseReport);
const ParkedAnswer = success(z.array(ParkedProjection));

/** Polling interval: an old lag figure would mislead. */
const EVERY_MS = 10_000;

export const databaseQuery = () =>
  queryOptions({
    queryKey: keys.platform.database,
    queryFn: async ({ signal }): Promise<DatabaseReport> =>
      (await request("/api/v1/platform/database", DatabaseAnswer, { signal })).data,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });

export const parkedQuery = () =>
  queryOptions({
    queryKey: keys.platform.parked,
    queryFn: async ({ signal }): Promise<readonly ParkedProjection[]> =>
      (await request("/api/v1/platform/parked", ParkedAnswer, { signal })).data,
    staleTime: 0,
  });
