import type { ComponentType } from "react";
import { Redirect } from "wouter";

import { landingPath, links } from "#web/links.ts";
import { session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";

import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";

type TwoFactorScreenProps = {
  /**
   * The setup steps of the account settings, passed in because features do not import each other.
   */
  TotpSetup: ComponentType<{ onDone: () => void }>;
  onLogout: () => void;
};

/** Shown when an account must set up two-factor before anything else opens. */
export function TwoFactorScreen({ TotpSetup, onLogout }: TwoFactorScreenProps) {
  const current = useSession();
  if (current === undefined) return <Redirect to={links.login()} replace />;
  const { only_setup: isPending, ...user } = current.user;
  if (isPending !== true) return <Redirect to={landingPath(user.role)} replace />;
  return (
    <AuthPage foot="This account requires two-factor authentication." side={<DayTape />}>
      <div className={styles.longForm}>
        <h1>Set up two-factor</h1>
        <TotpSetup onDone={() => session.start({ ...current, user })} />
        <Button tone="ghost" block onClick={onLogout}>
          Logout
        </Button>
      </div>
    </AuthPage>
  );
}
