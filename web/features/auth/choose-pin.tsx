import * as z from "zod/mini";

import { type ChoosePinRequest, ChoosePinResult } from "#kernel/contract/api/staff.ts";
import { ROLE_WITHOUT_EMAIL } from "#kernel/contract/rights.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { isPinRepeated, newPin, NewPinFields } from "#web/parts/new-password/new-pin.tsx";
import { InlineAlert, InlineDone } from "#web/ui/feedback/state.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { signInError } from "./sign-in-error.ts";

const HEADING = "Choose your PIN";
const Form = z.object(newPin(ROLE_WITHOUT_EMAIL)).check(isPinRepeated);
const EMPTY = { pin: "", repeated: "" };

/**
 * For the link of a person without an email, who has no password. It opens no session, and ends
 * none of another person on this device.
 */
export function ChoosePin({ token }: { token: string }) {
  const choose = useCommand(
    (json: ChoosePinRequest, commandKey) =>
      request("/api/v1/auth/choose-pin", ChoosePinResult, { method: "POST", json, commandKey }),
    [],
  );
  const form = useSchemaForm(Form, EMPTY);
  if (choose.data) return <Chosen {...choose.data.data} />;
  const failure = signInError(choose.error, "Couldn't save the PIN");
  if (failure && isUsedUp(choose.error)) return <UsedUp text={failure.text} />;
  return (
    <AuthForm
      title={HEADING}
      lead="You unlock the till of your shop with it."
      failure={failure}
      action="Save PIN"
      busy={choose.isPending}
      onSubmit={form.onSubmit(({ pin }) => choose.mutate({ token, pin }))}
      after={null}
    >
      <NewPinFields personRole={ROLE_WITHOUT_EMAIL} field={form.field} />
    </AuthForm>
  );
}

const isUsedUp = (error: Error | null): boolean =>
  error instanceof RequestError && error.code === "link-invalid";

function Chosen({ first_name: name, business }: { first_name: string; business: string }) {
  return (
    <div className={styles.form}>
      <h1>Your PIN is saved</h1>
      <InlineDone>
        {name}, unlock the till at {business} with your PIN.
      </InlineDone>
      <p className={styles.other}>
        At the till, press your name and enter the PIN. The first time, the till needs a network.
      </p>
    </div>
  );
}

function UsedUp({ text }: { text: string }) {
  return (
    <div className={styles.form}>
      <h1>{HEADING}</h1>
      <InlineAlert more="Ask the owner of the shop for a new link.">{text}</InlineAlert>
    </div>
  );
}
