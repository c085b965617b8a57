import { TotpSetup } from "#web/features/account/totp-setup.tsx";
import { TwoFactorScreen } from "#web/features/auth/two-factor-setup.tsx";

import { useLogout } from "./shell/use-logout.ts";

/** Combines the page of the auth feature with the setup steps of the account feature. */
export default function TwoFactorPage() {
  const logout = useLogout();
  return <TwoFactorScreen TotpSetup={TotpSetup} onLogout={() => logout.mutate()} />;
}
