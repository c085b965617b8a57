import { Suspense, useEffect, type ReactNode } from "react";

import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { focusPage, isFocusLost } from "#web/ui/overlay/dialog-focus.ts";

import { ErrorBoundary } from "./error-boundary.tsx";
import * as styles from "./loaded.css.ts";

let isUnderWay = false;

/** Called on navigation, but not for the first page: there the browser decides about the focus. */
export function depart(): void {
  isUnderWay = true;
  focusPage();
}

/**
 * Moves the focus to a page whose code arrived late, because the element that had the focus is
 * gone.
 */
function arrive(): void {
  if (isUnderWay && isFocusLost()) focusPage();
}

type LoadedProps = {
  path: string;
  /** Shown while the code loads. */
  waiting?: ReactNode;
  children: ReactNode;
};

/** A screen whose code may still be loading or may fail. Its errors stay inside it. */
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

/** Runs after the page is rendered. */
function Arrival() {
  useEffect(arrive, []);
  return undefined;
}
