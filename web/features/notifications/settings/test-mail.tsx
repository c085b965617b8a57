import { useState, type KeyboardEvent } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { RequestError } from "#web/api/request-error.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { TextField } from "#web/ui/form/text-field.tsx";

import { testMail } from "./mail-tools.css.ts";
import { tell, useTestMail } from "./use-mail-commands.ts";

const words = texts.mails;

/** Not a form: a disabled submit button would swallow the Enter that shows the error. */
export function TestMail() {
  const [email, setEmail] = useState("");
  const own = useSession()?.user.email;
  const test = useTestMail();
  const address = email.trim();
  const send = () => {
    if (test.isPending) return;
    if (address === "") {
      toasts.show("error", words.addressMissing);
      return;
    }
    test.mutate(address, {
      onSuccess: () => tell("success", words.testSent),
      onError: (error) =>
        tell("error", (error instanceof RequestError && error.serverMessage) || words.testFailed),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") send();
  };
  return (
    <div className={testMail}>
      <TextField
        label="Send a test to"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="send"
        placeholder={own}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={address === "" || test.isPending} busy={test.isPending} onClick={send}>
        Send
      </Button>
    </div>
  );
}
