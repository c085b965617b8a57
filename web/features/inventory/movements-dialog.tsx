import { lazy, Suspense } from "react";

import type { Product } from "#web/api/products.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

const Movements = lazy(async () => ({ default: (await import("./movements.tsx")).Movements }));

type MovementsDialogProps = { product: Product | undefined; onClose: () => void };

export function MovementsDialog({ product, onClose }: MovementsDialogProps) {
  const shown = useLasting(product);
  return (
    <Dialog open={product !== undefined} title="Stock movements" onClose={onClose}>
      <DialogBody>
        <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading movements..." />}>
          {shown !== undefined && <Movements product={shown} />}
        </Suspense>
      </DialogBody>
    </Dialog>
  );
}
