import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { deletionQuery } from "#web/api/account.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { dayText, today } from "#web/format/days.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState, InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";

import * as styles from "./account.css.ts";
import { ExportLinks } from "./export-links.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { accountFailure, useCancelDeletion, useRequestDeletion } from "./use-account-commands.ts";

const FAILED = { failed: "Failed to load the account", error: "Error loading the account" };

/** Deletes the business; the owner can cancel for 30 days. */
export function DeletionSection() {
  const deletion = useScreenQuery(deletionQuery(), FAILED);
  // Here, because each has its answer when the section already shows the other.
  const request = useRequestDeletion();
  const cancel = useCancelDeletion();
  return (
    <FormSection
      title="Delete account"
      kind="stack"
      hint="This deletes the whole business, for everyone who works in it."
    >
      {deletion.status === "loading" && (
        <SkeletonRows rows={1} kind="list" label="Loading the account..." />
      )}
      {deletion.status === "error" && <ErrorState problem={deletion} action={texts.tryAgain} />}
      {deletion.status === "ready" &&
        (deletion.data.until === null ? (
          <Delete request={request} />
        ) : (
          <Keep until={deletion.data.until} cancel={cancel} />
        ))}
    </FormSection>
  );
}

function Delete({ request }: { request: ReturnType<typeof useRequestDeletion> }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <PasswordDialog
        open={asking}
        title="Delete the account of this business?"
        action="Delete account"
        tone="danger"
        command={request}
        onClose={close}
        onConfirm={(password) =>
          request.mutate(password, {
            onSuccess: ({ message }) => {
              close();
              toasts.show("success", message);
            },
          })
        }
      >
        <ul className={styles.list}>
          <li>Everything keeps working for 30 days. You can cancel until then.</li>
          <li>
            After that no one can sign in, and names, emails, phones and addresses are erased
            permanently.
          </li>
          <li>Sales records are kept, without names, for as long as the law requires.</li>
        </ul>
        <p>Export your data first:</p>
        <ExportLinks />
      </PasswordDialog>
    </>
  );
}

type KeepProps = { until: string; cancel: ReturnType<typeof useCancelDeletion> };

function Keep({ until, cancel }: KeepProps) {
  const day = dayText(today(useTimeZone(), Date.parse(until)));
  const problem = accountFailure(cancel.error);
  const keep = () =>
    cancel.mutate(null, { onSuccess: ({ message }) => toasts.show("success", message) });
  return (
    <>
      <InlineNote icon="info">
        This account will be deleted on {day}. Everything keeps working until then.
      </InlineNote>
      <ExportLinks />
      {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      <Button busy={cancel.isPending} onClick={keep}>
        Keep the account
      </Button>
    </>
  );
}
