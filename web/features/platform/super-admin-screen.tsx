import { texts } from "#kernel/contract/texts.ts";
import { Brand } from "#web/ui/brand.tsx";
import { Button } from "#web/ui/button.tsx";
import { Message } from "#web/ui/state.tsx";

import * as styles from "./super-admin.css.ts";

type SuperAdminScreenProps = {
  name: string;
  email: string;
  loggingOut: boolean;
  onLogout: () => void;
};

/** Says which account is signed in, and lets it out again. */
export default function SuperAdminScreen(props: SuperAdminScreenProps) {
  const { name, email, loggingOut, onLogout } = props;
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Brand name={texts.product} ground="deep" />
        <span>Platform</span>
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        <Message
          title="Super Admin"
          text={`Signed in as ${name} (${email}). This account has no screens in this version.`}
          action={
            <Button icon="logout" busy={loggingOut} onClick={onLogout}>
              Logout
            </Button>
          }
        />
      </main>
    </div>
  );
}
