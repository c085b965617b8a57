import { lazy, Suspense } from "react";

import { shortId } from "#kernel/contract/ids.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

const SaleView = lazy(async () => ({ default: (await import("./sale-view.tsx")).SaleView }));

type SaleDialogProps = {
  id: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One sale: its receipt and its actions. */
export function SaleDialog({ id, onOpen, onClose }: SaleDialogProps) {
  const shown = useLasting(id);
  const title = shown === undefined ? "" : `Sale ${shortId(shown)}`;
  return (
    <Dialog open={id !== undefined} title={title} onClose={onClose}>
      <Suspense fallback={<SaleLoading />}>
        {shown !== undefined && (
          <SaleView key={shown} id={shown} onOpen={onOpen} waiting={<SaleLoading />} />
        )}
      </Suspense>
    </Dialog>
  );
}

function SaleLoading() {
  return (
    <DialogBody>
      <SkeletonRows rows={6} kind="list" label="Loading sale..." />
    </DialogBody>
  );
}
