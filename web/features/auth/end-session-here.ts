import { Done } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { session } from "#web/state/session.ts";

/** Before a new sign-in: whoever is signed in on this device may be somebody else, and would hide it. */
export function endSessionHere(): void {
  if (session.get() === undefined) return;
  // Here it ends whether or not the server hears of it.
  request("/api/v1/logout", Done, { method: "POST" }).catch(() => undefined);
  session.end();
}
