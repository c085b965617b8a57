import { lazy, Suspense } from "react";

import { Bone } from "#web/ui/feedback/skeleton.tsx";

import type { OwnReceiptProps } from "./own-receipt.tsx";

// A chunk of its own: a till that opens needs no receipt yet, and both its users load later.
export const loadOwnReceipt = () => import("./own-receipt.tsx");

const OwnReceipt = lazy(async () => ({ default: (await loadOwnReceipt()).OwnReceipt }));

export function OwnReceiptPart(props: OwnReceiptProps) {
  return (
    <Suspense fallback={<Bone width="100%" />}>
      <OwnReceipt {...props} />
    </Suspense>
  );
}
