import { Button } from "#web/ui/button/button.tsx";

import * as styles from "./pager.css.ts";

type PagerProps = {
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
};

const figure = (value: number): string => value.toLocaleString("en-GH");

/** Renders nothing if there is only one page. */
export function Pager({ page, pageSize, count, onPage }: PagerProps) {
  if (count <= pageSize) return undefined;
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
