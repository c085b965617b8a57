import { useState } from "react";

import { SwitchRow } from "#web/ui/switch-row.tsx";
import { toasts } from "#web/ui/toast-store.ts";

import { PasswordDialog } from "./password-dialog.tsx";
import { useTwoFactorPolicy } from "./use-account-commands.ts";

/** The owner's: whether everybody of the shop needs it. */
export function TwoFactorPolicy({ isRequired }: { isRequired: boolean }) {
  const [asking, setAsking] = useState(false);
  const policy = useTwoFactorPolicy();
  const close = () => setAsking(false);
  return (
    <div>
      <SwitchRow
        label="Required for everybody"
        hint="Whoever has not set it up does so at the next sign-in."
        checked={isRequired}
        onChange={() => setAsking(true)}
      />
      <PasswordDialog
        open={asking}
        title={isRequired ? "No longer require two-factor" : "Require two-factor"}
        action={isRequired ? "No longer require" : "Require"}
        command={policy}
        onClose={close}
        onConfirm={(password) =>
          policy.mutate(
            { required: !isRequired, password },
            {
              onSuccess: ({ message }) => {
                close();
                toasts.show("success", message);
              },
            },
          )
        }
      >
        <p>
          {isRequired
            ? "Everybody may then sign in with the password alone, unless they keep it on."
            : "Everybody who works here then needs an authenticator app to sign in."}
        </p>
      </PasswordDialog>
    </div>
  );
}
