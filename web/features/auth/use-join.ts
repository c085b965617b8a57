import { useLocation } from "wouter";
import * as z from "zod/mini";

import { Said } from "#kernel/contract/api/envelope.ts";
import type { AcceptInvitationRequest } from "#kernel/contract/api/staff.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { session } from "#web/api/session.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/app/links.ts";
import { toasts } from "#web/ui/toast-store.ts";

/** Joining signs nobody in: the sign-in comes next. Tried again after a lost answer it joins once. */
export function useJoin() {
  const [, navigate] = useLocation();
  return useCommand(async (json: AcceptInvitationRequest, commandKey) => {
    const path = "/api/v1/auth/accept-invitation";
    const said = await request(path, Said, { method: "POST", json, commandKey });
    endOtherSession();
    // Back would lead to a link that is used up.
    navigate(links.login(), { replace: true });
    toasts.show("success", said.message);
  }, []);
}

export const isUsedUp = (error: Error | null): boolean =>
  error instanceof RequestError && error.code === "link-invalid";

const Done = z.object({ success: z.literal(true) });

/** Whoever is signed in on this device is somebody else; their session would hide the sign-in. */
function endOtherSession(): void {
  if (session.get() === undefined) return;
  // Here it ends whether or not the server hears of it.
  request("/api/v1/logout", Done, { method: "POST" }).catch(() => undefined);
  session.end();
}
