import { Suspense, useEffect, type ReactNode } from "react";

import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { focusPage, isFocusLost } from "#web/ui/overlay/dialog-focus.ts";

import { ErrorBoundary } from "./error-boundary.tsx";
import * as styles from "./loaded.css.ts";

let isUnderWay = false;

/** Another page was gone to; not the first one, on which the browser itself decides. */
export function depart(): void {
  isUnderWay = true;
  focusPage();
}

/** Its code was still on its way: what had the focus went with the page before. */
export function arrive(): void {
  if (isUnderWay && isFocusLost()) focusPage();
}

type LoadedProps = {
  path: string;
  /** What stands already while the rest comes. */
  waiting?: ReactNode;
  children: ReactNode;
};

/** A screen's code may still be on its way, or not come at all; what it does wrong stays in it. */
export function Loaded({ path, waiting, children }: LoadedProps) {
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense key={path} fallback={<Waiting>{waiting}</Waiting>}>
        {children}
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  const slow = useSlow(true);
  return (
    <>
      {children}
      {slow && <output className={styles.slow}>{STILL_LOADING}</output>}
    </>
  );
}

/** Only once the page stands is there something to be led to. */
function Arrival() {
  useEffect(arrive, []);
  return undefined;
}
