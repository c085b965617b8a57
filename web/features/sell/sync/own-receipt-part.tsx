import { memo, Suspense } from "react";

import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { latePart } from "#web/ui/layout/late-part.tsx";

import type { OwnReceiptProps } from "./own-receipt.tsx";

// A chunk of its own: a till that opens needs no receipt yet, and both its users load later.
const lateReceipt = latePart(async () => (await import("./own-receipt.tsx")).OwnReceipt);
export const loadOwnReceipt = lateReceipt.load;

export const OwnReceiptPart = memo(function OwnReceiptPart(props: OwnReceiptProps) {
  return (
    <Suspense fallback={<Bone width="100%" />}>
      <lateReceipt.Part {...props} />
    </Suspense>
  );
});
