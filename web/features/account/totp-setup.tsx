import { lazy, Suspense, useState, type FormEvent, type ReactNode } from "react";

import {
  ConfirmTotpRequest,
  PasswordConfirmation,
  type TotpSetup as Setup,
} from "#kernel/contract/api/account.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { CurrentPassword } from "./password-dialog.tsx";
import { RecoveryCodeList } from "./recovery-codes.tsx";
import * as styles from "./two-factor.css.ts";
import { accountFailure, useConfirmTotp, useStartTotp } from "./use-account-commands.ts";

/** Dark on light in both themes, because cameras need it. */
const QrCode = lazy(async () => {
  const { qrOf } = await import("#web/format/qr.ts");
  function Code({ text }: { text: string }) {
    const { path, size } = qrOf(text);
    return (
      <figure className={styles.qr} aria-label="QR code for your authenticator app">
        <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
          <rect className={styles.qrGround} width={size} height={size} />
          <path className={styles.qrInk} d={path} />
        </svg>
      </figure>
    );
  }
  return { default: Code };
});

type TotpSetupProps = {
  /** Called once two-factor is on and the recovery codes were confirmed as seen. */
  onDone: () => void;
  /** Called after the first valid code; closing from then on loses the recovery codes. */
  onOn?: () => void;
};

/** Steps: password, QR code with first code, recovery codes. */
export function TotpSetup({ onDone, onOn }: TotpSetupProps) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <div className={styles.steps}>
        <RecoveryCodeList codes={codes} />
        <Button tone="primary" scale="form" onClick={onDone}>
          I've saved them
        </Button>
      </div>
    );
  }
  if (setup === undefined) return <AskPassword onStarted={setSetup} />;
  return (
    <Scan
      setup={setup}
      onBack={() => setSetup(undefined)}
      onOn={(next) => {
        setCodes(next);
        onOn?.();
      }}
    />
  );
}

function AskPassword({ onStarted }: { onStarted: (setup: Setup) => void }) {
  const start = useStartTotp();
  const form = useSchemaForm(PasswordConfirmation, { password: "" });
  return (
    <Step
      error={start.error}
      busy={start.isPending}
      action="Continue"
      onSubmit={form.onSubmit(({ password }) => start.mutate(password, { onSuccess: onStarted }))}
    >
      <p>
        You need an authenticator app on your phone. From then on, signing in takes your password
        and a code from the app.
      </p>
      <CurrentPassword field={form.field} />
    </Step>
  );
}

type ScanProps = {
  setup: Setup;
  /** Lets the user restart an expired setup. */
  onBack: () => void;
  onOn: (codes: readonly string[]) => void;
};

function Scan({ setup, onBack, onOn }: ScanProps) {
  const confirm = useConfirmTotp();
  const form = useSchemaForm(ConfirmTotpRequest, { code: "" });
  return (
    <Step
      error={confirm.error}
      busy={confirm.isPending}
      action="Turn on"
      after={
        <Button tone="ghost" onClick={onBack}>
          Start again
        </Button>
      }
      onSubmit={form.onSubmit(({ code }) => confirm.mutate(code, { onSuccess: onOn }))}
    >
      <p>Scan this with your authenticator app, or type in the key.</p>
      <Suspense fallback={<span className={styles.qr} />}>
        <QrCode text={setup.uri} />
      </Suspense>
      <p className={styles.secret}>{inGroups(setup.secret)}</p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits the app shows now."
        {...form.field("code")}
      />
    </Step>
  );
}

/** Groups of four, as authenticator apps show keys. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

type StepProps = {
  error: Error | null;
  busy: boolean;
  action: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
  after?: ReactNode;
};

function Step({ error, busy, action, onSubmit, children, after }: StepProps) {
  const problem = accountFailure(error);
  return (
    <form noValidate className={styles.steps} onSubmit={onSubmit}>
      {children}
      {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      <Button type="submit" tone="primary" scale="form" busy={busy}>
        {action}
      </Button>
      {after}
    </form>
  );
}
