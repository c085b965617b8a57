import { useState, type ReactNode } from "react";

import { isRefused, notSavedText } from "#web/api/request-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormDialog, type FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { tools } from "./settings.css.ts";
import { useDisconnect, useTryProvider, type Provider } from "./use-provider-commands.ts";

/** Turns off autofill and autocorrect for host names and keys. */
export const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

type ProviderSectionProps = {
  provider: Provider;
  isConnected: boolean;
  title: string;
  hint: ReactNode;
  /** Button text for connecting. */
  action: string;
  /** Confirmation text for disconnecting. */
  question: string;
  children: (parts: FormDialogParts) => ReactNode;
};

/** Connects, tests and disconnects a third-party service. */
export function ProviderSection(props: ProviderSectionProps) {
  const { provider, isConnected, title, hint, action, children } = props;
  const dialog = useModalParam(provider);
  return (
    <FormSection title={title} hint={hint} kind="stack">
      {isConnected ? (
        <Connected {...props} onReplace={() => dialog.open()} />
      ) : (
        <Button onClick={() => dialog.open()}>{action}</Button>
      )}
      <FormDialog open={dialog.value !== undefined} title={title} onClose={dialog.close}>
        {children}
      </FormDialog>
    </FormSection>
  );
}

function Connected(props: ProviderSectionProps & { onReplace: () => void }) {
  const { provider, title, question, onReplace } = props;
  const [asking, setAsking] = useState(false);
  const trial = useTryProvider();
  const end = useDisconnect();
  const close = () => {
    end.reset();
    setAsking(false);
  };
  return (
    <>
      <StatusBadge tone="well">Connected</StatusBadge>
      {trial.error !== null && <InlineAlert>{trialFailure(trial.error)}</InlineAlert>}
      <div className={tools}>
        <Button
          busy={trial.isPending}
          onClick={() =>
            trial.mutate(provider, {
              onSuccess: ({ message }) => toasts.show("success", message),
            })
          }
        >
          Test
        </Button>
        <Button onClick={onReplace}>Replace</Button>
        <Button onClick={() => setAsking(true)}>Disconnect</Button>
      </div>
      <Confirm
        open={asking}
        title={`Disconnect ${title}?`}
        question={question}
        action="Disconnect"
        busy={end.isPending}
        done={end.isSuccess}
        error={end.error === null ? undefined : notSavedText(end.error)}
        onCancel={close}
        onConfirm={() =>
          end.mutate(provider, {
            onSuccess: ({ message }) => {
              close();
              toasts.show("success", message);
            },
          })
        }
      />
    </>
  );
}

const trialFailure = (error: Error): string =>
  isRefused(error)
    ? error.message
    : "No answer from the server. Check your connection and try again.";
