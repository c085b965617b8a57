import { lazy, Suspense, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import * as z from "zod/mini";

import { ConfirmTotpRequest } from "#kernel/contract/api/account.ts";
import type { TotpSetup as Setup } from "#kernel/contract/api/account.ts";
import { TriedPassword } from "#kernel/contract/api/auth.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import { accountFailure } from "./account-failure.ts";
import * as styles from "./account.css.ts";
import { RecoveryCodeList } from "./recovery-codes.tsx";
import { useConfirmTotp, useStartTotp } from "./use-account-commands.ts";

const QrCode = lazy(async () => ({ default: (await import("./qr-code.tsx")).QrCode }));

const PasswordForm = z.object({ password: TriedPassword });

type TotpSetupProps = {
  /** It is on, and the recovery codes were seen. */
  onDone: () => void;
  /** From the first right code on closing loses the recovery codes. */
  onOn?: () => void;
};

/** Password, picture and first code, recovery codes. */
export function TotpSetup({ onDone, onOn }: TotpSetupProps) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <div className={styles.steps}>
        <RecoveryCodeList codes={codes} />
        <Button tone="primary" scale="form" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    );
  }
  if (setup === undefined) return <AskPassword onStarted={setSetup} />;
  return (
    <Scan
      setup={setup}
      onOn={(next) => {
        setCodes(next);
        onOn?.();
      }}
    />
  );
}

function AskPassword({ onStarted }: { onStarted: (setup: Setup) => void }) {
  const start = useStartTotp();
  const form = useSchemaForm(PasswordForm, { password: "" });
  return (
    <Step
      error={start.error}
      busy={start.isPending}
      action="Continue"
      onSubmit={form.onSubmit(({ password }) => start.mutate(password, { onSuccess: onStarted }))}
    >
      <p>
        You need an authenticator app on your phone. From then on signing in takes a code of it, and
        your password alone opens nothing.
      </p>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field("password")}
      />
    </Step>
  );
}

type ScanProps = { setup: Setup; onOn: (codes: readonly string[]) => void };

function Scan({ setup, onOn }: ScanProps) {
  const confirm = useConfirmTotp();
  const form = useSchemaForm(ConfirmTotpRequest, { code: "" });
  return (
    <Step
      error={confirm.error}
      busy={confirm.isPending}
      action="Turn on"
      onSubmit={form.onSubmit(({ code }) => confirm.mutate(code, { onSuccess: onOn }))}
    >
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <Suspense fallback={<span className={styles.qr} />}>
        <QrCode text={setup.uri} />
      </Suspense>
      <p className={styles.secret}>{inGroups(setup.secret)}</p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits that the app shows now."
        {...form.field("code")}
      />
    </Step>
  );
}

/** As it is typed: four letters at a time. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

type StepProps = {
  error: Error | null;
  busy: boolean;
  action: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

function Step({ error, busy, action, onSubmit, children }: StepProps) {
  return (
    <form noValidate className={styles.steps} onSubmit={onSubmit}>
      {children}
      {error !== null && <InlineAlert>{accountFailure(error)}</InlineAlert>}
      <Button type="submit" tone="primary" scale="form" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
