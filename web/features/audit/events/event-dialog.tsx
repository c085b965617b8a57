import { lazy, Suspense } from "react";

import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

const EventView = lazy(async () => ({ default: (await import("./event-view.tsx")).EventView }));

type EventDialogProps = { seq: number | undefined; onClose: () => void };

/** One event by its seq. */
export function EventDialog({ seq, onClose }: EventDialogProps) {
  const shown = useLasting(seq);
  return (
    <Dialog
      open={seq !== undefined}
      title={shown === undefined ? "" : `Event ${shown.toLocaleString("en-GH")}`}
      scale="full"
      onClose={onClose}
    >
      <Suspense fallback={<EventLoading />}>
        {shown !== undefined && <EventView key={shown} seq={shown} waiting={<EventLoading />} />}
      </Suspense>
    </Dialog>
  );
}

function EventLoading() {
  return (
    <DialogBody>
      <SkeletonRows rows={8} kind="list" label="Loading event..." />
    </DialogBody>
  );
}
