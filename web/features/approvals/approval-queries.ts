import { queryOptions } from "@tanstack/react-query";

import { MessageResult, success } from "#kernel/contract/api/envelope.ts";
import { APPROVALS_PATH, ApprovalView } from "#kernel/contract/api/till/approval.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { isRefused } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";

const APPROVALS = "approvals";

const Answer = success(ApprovalView);

const pathOf = (id: string): string => `${APPROVALS_PATH}/${encodeURIComponent(id)}`;

/** Never cached: it may be answered on another device, and it runs out. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: [APPROVALS, id] as const,
    queryFn: async ({ signal }) => (await request(pathOf(id), Answer, { signal })).data,
    staleTime: 0,
  });

const STALE = [[APPROVALS], keys.notifications.all];

export const useAllow = (id: string) =>
  useCommand(
    (allow: boolean, commandKey) =>
      request(pathOf(id), MessageResult, { method: "POST", json: { allow }, commandKey }),
    STALE,
  );

/** Whether an approval without a network was this person's. */
export const useAnswerClaim = (id: string) =>
  useCommand(
    (mine: boolean, commandKey) =>
      request(`${pathOf(id)}/answer`, MessageResult, {
        method: "POST",
        json: { mine },
        commandKey,
      }),
    STALE,
  );

export function answerFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isRefused(error) ? error.message : "No answer from the server. Try again.";
}
