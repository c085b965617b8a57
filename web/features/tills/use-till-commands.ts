import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import {
  type ChangeTillRequest,
  TillItem,
  type TillRemoval,
} from "#kernel/contract/api/till/tills.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

/** "Till 2, Front counter". */
export const tillName = ({ till, name }: TillItem): string => `Till ${till}, ${name}`;

const PATH = "/api/v1/tills";
const KEY = ["tills"] as const;
const Tills = success(z.array(TillItem));

export const tillsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<readonly TillItem[]> =>
      (await request(PATH, Tills, { signal })).data,
  });

type Change = ChangeTillRequest & Readonly<{ till: number }>;

/** Renames, approves or pauses a till. */
export const useChangeTill = () =>
  useCommand(
    ({ till, ...json }: Change, commandKey) =>
      request(`${PATH}/${till}`, WriteResult, { method: "PUT", json, commandKey }),
    [KEY],
  );

export const useRemoveTill = () =>
  useCommand(
    ({ till, reason }: Readonly<{ till: number; reason: TillRemoval | undefined }>, commandKey) =>
      request(`${PATH}/${till}`, WriteResult, { method: "DELETE", json: { reason }, commandKey }),
    [KEY],
  );
