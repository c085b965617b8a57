import { useEffect, useRef } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { useGrows } from "#web/ui/layout/use-media.ts";

import * as styles from "./pager.css.ts";

export type PagerProps = {
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
  /** On a phone the next page is appended. */
  grows?: boolean | undefined;
  /** The page is still loading. */
  busy?: boolean | undefined;
};

const figure = (value: number): string => value.toLocaleString("en-GH");

export function PagerFoot({ grows, ...paged }: PagerProps) {
  return useGrows() && grows === true ? <ShowMore {...paged} /> : <Turns {...paged} />;
}

/** The range, and the pages before and after it. */
function Turns({ page, pageSize, count, onPage }: PagerProps) {
  const first = page * pageSize + 1;
  const last = Math.min(count, first + pageSize - 1);
  return (
    <div className={styles.foot}>
      <span>
        {figure(first)} to {figure(last)} of {figure(count)}
      </span>
      <div className={styles.pager}>
        <Button scale="compact" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button scale="compact" disabled={last === count} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </div>
  );
}

/** Then only the button goes on, so that the end of the page can be reached. */
const MOST_BY_ITSELF = 4;
/** The next page is there before the person is. */
const AHEAD = "400px";

/** The end of a list on a phone: the next page is appended when it comes into view, or by the button. */
function ShowMore({ page, pageSize, count, onPage, busy = false }: PagerProps) {
  const end = useRef<HTMLDivElement>(null);
  const shown = Math.min(count, (busy ? page : page + 1) * pageSize);
  const isWhole = shown === count;
  const isByItself = !isWhole && !busy && page + 1 < MOST_BY_ITSELF;
  useEffect(() => {
    if (!isByItself || end.current === null || !("IntersectionObserver" in window)) return;
    const append = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onPage(page + 1);
    };
    const observer = new IntersectionObserver(append, { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isByItself, onPage, page]);
  return (
    <div ref={end} className={styles.foot}>
      <span>
        {figure(1)} to {figure(shown)} of {figure(count)}
      </span>
      {!isWhole && (
        <Button scale="compact" busy={busy} onClick={() => onPage(page + 1)}>
          Show more
        </Button>
      )}
    </div>
  );
}
