import * as z from "zod/mini";

import { PasswordInput } from "#kernel/contract/api/auth.ts";
import { isRefused } from "#web/api/request-error.ts";
import { isPinRepeated, newPin, NewPinFields } from "#web/parts/new-password/new-pin.tsx";
import { useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty, type FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { accountFailure, useSetPin } from "./use-account-commands.ts";

const EMPTY = { pin: "", repeated: "", password: "" };

const formFor = (role: string) =>
  z.object({ ...newPin(role), password: PasswordInput }).check(isPinRepeated);

/** Only people who may sell have a PIN: it unlocks a till. */
export function PinSection({ hasPin }: { hasPin: boolean }) {
  const dialog = useModalParam("pin");
  const action = hasPin ? "Change PIN" : "Set PIN";
  return (
    <FormSection title="PIN" kind="stack" hint="Unlocks a till that several people share.">
      <p>{hasPin ? "You have a PIN." : "You have no PIN yet."}</p>
      <Button onClick={() => dialog.open()}>{action}</Button>
      <FormDialog open={dialog.value !== undefined} title={action} onClose={dialog.close}>
        {(parts) => <SetPin {...parts} action={action} />}
      </FormDialog>
    </FormSection>
  );
}

function SetPin({ action, onDirty, requestClose, leave }: FormDialogParts & { action: string }) {
  const role = useSession()?.user.role ?? "";
  const form = useSchemaForm(formFor(role), EMPTY);
  const set = useSetPin();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit(({ pin, password }) =>
    set.mutate(
      { pin, password },
      {
        onSuccess: () => {
          leave();
          toasts.show("success", "PIN saved. Unlock each till once with it while it is online.");
        },
      },
    ),
  );
  const refusal = isRefused(set.error) ? set.error : undefined;
  const wrong = refusal?.code === "wrong-password" ? refusal.message : undefined;
  const password = form.field("password");
  return (
    <SaveForm
      action={action}
      busy={set.isPending}
      problem={wrong === undefined ? accountFailure(set.error) : undefined}
      onSubmit={submit}
      onCancel={requestClose}
    >
      <NewPinFields personRole={role} field={form.field} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...password}
        error={password.error ?? wrong}
      />
    </SaveForm>
  );
}
