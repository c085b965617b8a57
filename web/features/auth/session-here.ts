import type { SignInResult } from "#kernel/contract/api/auth.ts";
import { Done } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { session } from "#web/state/session.ts";

/** Stores the session. A weak password was said to be one while it was typed. */
export function startSession({ token, user, tenant, two_factor_setup: setup }: SignInResult) {
  session.start({ token, tenant, user: setup ? { ...user, only_setup: true } : user });
}

/** Ends the session on this device before a new sign-in, since it may belong to another person. */
export function endSessionHere(): void {
  if (session.get() === undefined) return;
  // The local session ends even if the server cannot be reached.
  request("/api/v1/logout", Done, { method: "POST" }).catch(() => undefined);
  session.end();
}
