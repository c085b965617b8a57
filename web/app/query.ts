import { createQueryClient } from "#web/api/query-client.ts";
import { session } from "#web/state/session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

export const queryClient = createQueryClient((text) => toasts.show("error", text));

/** What one person was shown is not kept for the next. */
let token = session.get()?.token;
session.subscribe(() => {
  const next = session.get()?.token;
  if (next !== token) queryClient.clear();
  token = next;
});
