import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { saleNumber } from "#web/format/names.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { SaleView } from "./sale-view.tsx";

type SaleDialogProps = {
  id: string | undefined;
  /** Its row, if it is on the page of the list. */
  listed: SaleItem | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One sale: its receipt and its actions. */
export function SaleDialog({ id, listed, onOpen, onClose }: SaleDialogProps) {
  const shown = useLasting(id);
  const known = useLasting(listed);
  const title =
    shown === undefined ? "" : `Sale ${known?.id === shown ? saleNumber(known) : shortId(shown)}`;
  return (
    <Dialog open={id !== undefined} title={title} onClose={onClose}>
      {shown !== undefined && (
        <SaleView key={shown} id={shown} onOpen={onOpen} waiting={<SaleLoading />} />
      )}
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
