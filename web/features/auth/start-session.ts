import type { SignInResult } from "#kernel/contract/api/auth.ts";
import { session } from "#web/state/session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

/** Stores the session and shows a warning if the password is weak. */
export function startSession({
  token,
  user,
  tenant,
  two_factor_setup: setup,
  warning,
}: SignInResult) {
  session.start({ token, tenant, user: setup ? { ...user, only_setup: true } : user });
  if (warning !== undefined) toasts.show("blank", warning);
}
