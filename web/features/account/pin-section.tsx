import * as z from "zod/mini";

import { PasswordInput } from "#kernel/contract/api/auth.ts";
import { pinProblem } from "#kernel/contract/pin-rules.ts";
import { can } from "#kernel/contract/rights.ts";
import { isRefused } from "#web/api/request-error.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Hint } from "#web/ui/form/field.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty, type FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { accountFailure, useSetPin } from "./use-account-commands.ts";

const EMPTY = { pin: "", repeated: "", password: "" };

const formFor = (role: string) =>
  z
    .object({
      pin: z.string().check(
        z.refine((pin) => pinProblem(pin, role) === undefined, {
          error: ({ input }) => (typeof input === "string" ? pinProblem(input, role) : undefined),
        }),
      ),
      repeated: z.string(),
      password: PasswordInput,
    })
    .check(
      z.refine(({ pin, repeated }) => pin === repeated, {
        path: ["repeated"],
        error: "The two PINs differ",
      }),
    );

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
      <Hint>{rulesFor(role)}</Hint>
      <PinField label="New PIN" {...form.field("pin")} />
      <PinField label="Repeat the PIN" {...form.field("repeated")} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...password}
        error={password.error ?? wrong}
      />
    </SaveForm>
  );
}

const EASY = "Digits that repeat or count up or down are too easy to guess.";

const rulesFor = (role: string): string =>
  can(role, "approve")
    ? `6 digits, because you can approve what others sell. ${EASY}`
    : `4 to 6 digits. ${EASY}`;

type PinFieldProps = ReturnType<ReturnType<typeof useSchemaForm<typeof EMPTY, unknown>>["field"]>;

const PinField = (props: PinFieldProps & { label: string }) => (
  <PasswordField inputMode="numeric" autoComplete="off" maxLength={6} {...props} />
);
