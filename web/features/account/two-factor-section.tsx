import { lazy, Suspense, useState } from "react";

import type { AccountView } from "#kernel/contract/api/account.ts";
import { counted } from "#web/format/counts.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { SkeletonFields } from "#web/ui/form/skeleton-form.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import * as styles from "./account.css.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodeList } from "./recovery-codes.tsx";
import { TwoFactorPolicy } from "./two-factor-policy.tsx";
import { useNewRecoveryCodes, useStopTotp } from "./use-account-commands.ts";

type TwoFactor = AccountView["two_factor"];

const TotpSetup = lazy(async () => ({ default: (await import("./totp-setup.tsx")).TotpSetup }));

export function TwoFactorSection({ twoFactor }: { twoFactor: TwoFactor }) {
  const maySetPolicy = useCan("change-two-factor-policy");
  const dialog = useModalParam("two-factor");
  const [stopping, setStopping] = useState(false);
  return (
    <FormSection
      title="Two-factor authentication"
      kind="stack"
      hint="Adds a code from your phone at sign-in."
    >
      {twoFactor.is_on ? (
        <On twoFactor={twoFactor} onStop={() => setStopping(true)} />
      ) : (
        <Off isRequired={twoFactor.is_required} onEnable={() => dialog.open()} />
      )}
      {maySetPolicy && <TwoFactorPolicy isRequired={twoFactor.is_required} />}
      {/* Two-factor is on after the first valid code, but the recovery codes still have to be shown. */}
      <SetUpDialog open={dialog.value !== undefined} onClose={dialog.close} />
      {/* Here, because it has its answer when two-factor is already shown as off. */}
      <StopDialog open={stopping} onClose={() => setStopping(false)} />
    </FormSection>
  );
}

function Off({ isRequired, onEnable }: { isRequired: boolean; onEnable: () => void }) {
  return (
    <>
      <p>
        Off. {isRequired && "Your account requires it. You'll set it up next time you sign in."}
      </p>
      <Button onClick={onEnable}>Enable 2FA</Button>
    </>
  );
}

type DialogProps = { open: boolean; onClose: () => void };

function SetUpDialog({ open, onClose }: DialogProps) {
  const [isOn, setIsOn] = useState(false);
  const done = () => {
    setIsOn(false);
    onClose();
    toasts.show("success", "Two-factor authentication is on");
  };
  return (
    <Dialog open={open} title="Two-factor authentication" onClose={isOn ? done : onClose}>
      <DialogBody>
        <Suspense fallback={<SkeletonFields fields={1} label="Loading the set-up..." />}>
          <TotpSetup onDone={done} onOn={() => setIsOn(true)} />
        </Suspense>
      </DialogBody>
    </Dialog>
  );
}

type OnProps = { twoFactor: TwoFactor; onStop: () => void };

function On({ twoFactor, onStop }: OnProps) {
  const [renewing, setRenewing] = useState(false);
  return (
    <>
      <p>
        On. {counted(twoFactor.recovery_codes_left, "recovery code")} left.
        {twoFactor.is_required && " Your account requires it, so it can't be turned off."}
      </p>
      <div className={styles.tools}>
        <Button onClick={() => setRenewing(true)}>New recovery codes</Button>
        {!twoFactor.is_required && <Button onClick={onStop}>Disable 2FA</Button>}
      </div>
      <CodesDialog open={renewing} onClose={() => setRenewing(false)} />
    </>
  );
}

function StopDialog({ open, onClose }: DialogProps) {
  const stop = useStopTotp();
  return (
    <PasswordDialog
      open={open}
      title="Disable two-factor authentication"
      action="Disable"
      tone="danger"
      command={stop}
      onClose={onClose}
      onConfirm={(password) =>
        stop.mutate(password, {
          onSuccess: () => {
            onClose();
            toasts.show("success", "Two-factor authentication is off");
          },
        })
      }
    >
      <p>You'll sign in with your password alone. Your recovery codes stop working.</p>
    </PasswordDialog>
  );
}

/**
 * New codes are shown even if the dialog was closed meanwhile, because the old ones no longer work.
 */
function CodesDialog({ open, onClose }: DialogProps) {
  const renew = useNewRecoveryCodes();
  const close = () => {
    renew.reset();
    onClose();
  };
  if (renew.data !== undefined) {
    return (
      <Dialog open title="New recovery codes" onClose={close}>
        <DialogBody>
          <RecoveryCodeList codes={renew.data} />
          <Button tone="primary" scale="form" onClick={close}>
            I've saved them
          </Button>
        </DialogBody>
      </Dialog>
    );
  }
  return (
    <PasswordDialog
      open={open}
      title="New recovery codes"
      action="Make new codes"
      command={renew}
      onClose={onClose}
      onConfirm={(password) => renew.mutate(password)}
    >
      <p>Ten new codes replace the old ones, which stop working.</p>
    </PasswordDialog>
  );
}
