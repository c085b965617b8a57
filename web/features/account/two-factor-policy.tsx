import { useState } from "react";

import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { PasswordDialog } from "./password-dialog.tsx";
import { useTwoFactorPolicy } from "./use-account-commands.ts";

/** Owner setting: require two-factor for all staff. */
export function TwoFactorPolicy({ isRequired }: { isRequired: boolean }) {
  const [asked, setAsked] = useState<boolean>();
  const policy = useTwoFactorPolicy();
  const required = useLasting(asked) ?? !isRequired;
  const close = () => setAsked(undefined);
  return (
    <div>
      <SwitchRow
        label="Required for all staff"
        hint="Staff will set it up next time they sign in."
        checked={isRequired}
        onChange={setAsked}
      />
      <PasswordDialog
        open={asked !== undefined}
        title={required ? "Require two-factor" : "No longer require two-factor"}
        action={required ? "Require" : "No longer require"}
        command={policy}
        onClose={close}
        onConfirm={(password) =>
          policy.mutate(
            { required, password },
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
          {required
            ? "All staff will need an authenticator app to sign in."
            : "Staff can sign in with a password alone, unless they keep it on."}
        </p>
      </PasswordDialog>
    </div>
  );
}
