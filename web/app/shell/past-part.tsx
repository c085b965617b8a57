import { Fragment, lazy } from "react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import { pageAt } from "#web/pages.ts";
import { usePast } from "#web/state/past.ts";
import { Overlay } from "#web/ui/overlay/overlay.tsx";

const PastView = lazy(async () => ({
  default: (await import("#web/features/past/past-view.tsx")).PastView,
}));

type PastPartProps = { role: string; children: ReactNode };

/**
 * Renders the page for the chosen past date. The bar that explains it is loaded only when needed.
 */
export function PastPart({ role, children }: PastPartProps) {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  const { past, opened } = usePast();
  if (!can(role, "see-audit")) return children;
  const linkedAsOf = search.get("as_of");
  const hasPast = pageAt(path)?.hasPast === true;
  return (
    <>
      <Overlay open={linkedAsOf !== null || past !== undefined || opened !== undefined}>
        <PastView linked={linkedAsOf} hasPast={hasPast} />
      </Overlay>
      {linkedAsOf === null && (past === undefined || hasPast) && (
        <Fragment key={past?.asOf}>{children}</Fragment>
      )}
    </>
  );
}
