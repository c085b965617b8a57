import { useEffect } from "react";
import { useLocation } from "wouter";

import { past, usePast } from "#web/state/past.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Message } from "#web/ui/feedback/state.tsx";

import { EventsDialog } from "./events-dialog.tsx";
import { LinkedMoment } from "./linked-moment.tsx";
import { MomentDialog } from "./moment-dialog.tsx";
import { PastBar } from "./past-bar.tsx";

type PastViewProps = {
  /** The moment in the address. */
  linked: string | null;
  /** Whether the page can show past moments. */
  hasPast: boolean;
};

/** The bar of the past moment, the dialog to choose one, and the events behind a figure. */
export function PastView({ linked, hasPast }: PastViewProps) {
  const { past: shown, opened } = usePast();
  const [path] = useLocation();
  const isHere = opened?.path === path;
  useEffect(() => {
    if (opened !== undefined && !isHere) past.close();
  }, [opened, isHere]);
  return (
    <>
      {shown && <PastBar shown={shown} />}
      {linked !== null && <LinkedMoment key={linked} asOf={linked} />}
      {shown && linked === null && !hasPast && <NoPast />}
      <MomentDialog
        open={isHere && opened.events === undefined}
        hasPast={hasPast}
        onClose={past.close}
      />
      <EventsDialog events={isHere ? opened.events : undefined} onClose={past.close} />
    </>
  );
}

function NoPast() {
  return (
    <Message
      title="Not available for past dates"
      text="Go back to now to use this page."
      action={
        <Button tone="primary" onClick={() => past.show()}>
          Back to now
        </Button>
      }
    />
  );
}
