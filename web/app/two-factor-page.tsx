import { TotpSetup } from "#web/features/account/totp-setup.tsx";
import TwoFactorScreen from "#web/features/auth/two-factor-setup.tsx";

import { useLogout } from "./shell/use-logout.ts";

/** The page is the sign-in's, the steps on it are the account's. */
export default function TwoFactorPage() {
  const logout = useLogout();
  return <TwoFactorScreen TotpSetup={TotpSetup} onLogout={() => logout.mutate()} />;
}
