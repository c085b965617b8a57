import { useState } from "react";

import type { SessionItem } from "#kernel/contract/api/account.ts";
import { texts } from "#kernel/contract/texts.ts";
import { sessionsQuery } from "#web/api/account.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { deviceText } from "#web/format/device-text.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { PasswordDialog } from "./password-dialog.tsx";
import { useEndSessions } from "./use-account-commands.ts";

const FAILED = { failed: "Failed to load sessions", error: "Error loading sessions" };

/** One session, or all others. */
type EndTarget = SessionItem | "others";

export function SessionsSection() {
  const sessions = useScreenQuery(sessionsQuery(), FAILED);
  const [ending, setEnding] = useState<EndTarget>();
  return (
    <FormSection
      title="Where you are signed in"
      kind="stack"
      hint="Sign out any you don't recognise."
    >
      {sessions.status === "loading" && (
        <SkeletonRows rows={2} kind="list" label="Loading sessions..." />
      )}
      {sessions.status === "error" && <ErrorState problem={sessions} action={texts.tryAgain} />}
      {sessions.status === "ready" && <List sessions={sessions.data} onEnd={setEnding} />}
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </FormSection>
  );
}

type ListProps = { sessions: readonly SessionItem[]; onEnd: (ending: EndTarget) => void };

function List({ sessions, onEnd }: ListProps) {
  const now = useNow();
  return (
    <>
      <RowList>
        {sessions.map((item) => (
          <Row
            key={item.id}
            title={deviceText(item.device)}
            sub={[
              item.is_current ? "This device" : ago(Date.parse(item.last_used_at), now),
              item.place,
            ]
              .filter((part) => part !== null)
              .join(" · ")}
            end={
              !item.is_current && (
                <Button tone="ghost" scale="compact" onClick={() => onEnd(item)}>
                  End<VisuallyHidden> {deviceText(item.device)}</VisuallyHidden>
                </Button>
              )
            }
          />
        ))}
      </RowList>
      {sessions.length > 1 && <Button onClick={() => onEnd("others")}>End all others</Button>}
    </>
  );
}

type EndDialogProps = { ending: EndTarget | undefined; onClose: () => void };

function EndDialog({ ending, onClose }: EndDialogProps) {
  const end = useEndSessions();
  const shown = useLasting(ending);
  const sid = shown === undefined || shown === "others" ? undefined : shown.id;
  const done = sid === undefined ? "All other sessions ended" : "Session ended";
  return (
    <PasswordDialog
      open={ending !== undefined}
      title={shown === "others" ? "End all other sessions" : "End this session"}
      action="End"
      command={end}
      onClose={onClose}
      onConfirm={(password) =>
        end.mutate(
          { password, sid },
          {
            onSuccess: () => {
              onClose();
              toasts.show("success", done);
            },
          },
        )
      }
    >
      <p>
        {shown === "others"
          ? "All your other devices are signed out within a second."
          : "That device is signed out within a second."}
      </p>
    </PasswordDialog>
  );
}
