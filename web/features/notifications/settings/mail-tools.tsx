import { lazy, Suspense, useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";

import { mailTools } from "./mail-tools.css.ts";
import { tell, useSendAlerts } from "./use-mail-commands.ts";

const words = texts.mails;

const TestMail = lazy(async () => ({ default: (await import("./test-mail.tsx")).TestMail }));

/** Emails sent on request. */
export function MailTools() {
  const [testing, setTesting] = useState(false);
  const alerts = useSendAlerts();
  const send = () =>
    alerts.mutate(null, {
      onSuccess: ({ alerts_sent: count }) => tell("success", words.alertsSent(count)),
      onError: () => tell("error", words.alertsFailed),
    });
  return (
    <FormSection
      title="Send now"
      kind="stack"
      hint="Send a test to any address, or the low-stock alert to the owner."
    >
      <div className={mailTools}>
        <Button aria-expanded={testing} onClick={() => setTesting(!testing)}>
          Test Email
        </Button>
        <Button busy={alerts.isPending} onClick={send}>
          Send Low Stock Alert
        </Button>
      </div>
      {testing && (
        <Suspense>
          <TestMail />
        </Suspense>
      )}
    </FormSection>
  );
}
