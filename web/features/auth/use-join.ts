import { useLocation } from "wouter";

import { Said } from "#kernel/contract/api/envelope.ts";
import type { AcceptInvitationRequest } from "#kernel/contract/api/staff.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/app/links.ts";
import { toasts } from "#web/ui/toast-store.ts";

import { endSessionHere } from "./end-session-here.ts";

/** Joining signs nobody in: the sign-in comes next. Tried again after a lost answer it joins once. */
export function useJoin() {
  const [, navigate] = useLocation();
  return useCommand(async (json: AcceptInvitationRequest, commandKey) => {
    const path = "/api/v1/auth/accept-invitation";
    const said = await request(path, Said, { method: "POST", json, commandKey });
    endSessionHere();
    // Back would lead to a link that is used up.
    navigate(links.login(), { replace: true });
    toasts.show("success", said.message);
  }, []);
}

export const isUsedUp = (error: Error | null): boolean =>
  error instanceof RequestError && error.code === "link-invalid";
