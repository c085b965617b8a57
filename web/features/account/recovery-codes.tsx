import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { rareIcons } from "#web/ui/icon/rare-icons.ts";

import * as styles from "./account.css.ts";

addIcons(rareIcons);

/** Shown once. Each code signs in once if the phone is lost. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const copy = async () => {
    try {
      // The clipboard API is missing without TLS.
      await navigator.clipboard.writeText(codes.join("\n"));
      toasts.show("success", "Copied");
    } catch {
      toasts.show("error", "Couldn't copy. Write the codes down.");
    }
  };
  return (
    <>
      <p>
        Keep these recovery codes somewhere safe. Each works once if you don't have your phone. You
        won't see them again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Button icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </>
  );
}
