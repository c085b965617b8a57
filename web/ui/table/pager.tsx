import { lazy, Suspense } from "react";

import type { PagerProps } from "./pager-foot.tsx";

const PagerFoot = lazy(async () => ({ default: (await import("./pager-foot.tsx")).PagerFoot }));

/** Renders nothing if there is only one page. Below the list, so the list does not wait for it. */
export function Pager(props: PagerProps) {
  if (props.count <= props.pageSize) return undefined;
  return (
    <Suspense>
      <PagerFoot {...props} />
    </Suspense>
  );
}
