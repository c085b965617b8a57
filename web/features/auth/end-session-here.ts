import { Done } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { session } from "#web/state/session.ts";

/** Ends the session on this device before a new sign-in, since it may belong to another person. */
export function endSessionHere(): void {
  if (session.get() === undefined) return;
  // The local session ends even if the server cannot be reached.
  request("/api/v1/logout", Done, { method: "POST" }).catch(() => undefined);
  session.end();
}
