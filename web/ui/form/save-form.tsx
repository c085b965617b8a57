import type { FormEvent, ReactNode } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

type SaveFormProps = {
  /** The label of the save button. */
  action: string;
  tone?: "primary" | "danger";
  busy: boolean;
  /** The reason why it was not saved. */
  problem: string | undefined;
  /** A button before the two. */
  other?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The form in a dialog: fields, error, Cancel and the save button. */
export function SaveForm(props: SaveFormProps) {
  const { action, tone = "primary", busy, problem, other, onSubmit, onCancel, children } = props;
  return (
    <DialogForm onSubmit={onSubmit}>
      <DialogBody>
        {children}
        {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      </DialogBody>
      <DialogFoot>
        {other}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone={tone} busy={busy}>
          {action}
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
