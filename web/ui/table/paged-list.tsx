import { type ReactNode, useEffect, useState } from "react";

import { ErrorState } from "#web/ui/feedback/state.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";

import { Pager } from "./pager.tsx";

type Problem = { title: string; detail: string; retry: () => void };
type Listed<Item> =
  | { status: "loading" }
  | ({ status: "error" } & Problem)
  | { status: "ready"; data: Readonly<{ items: readonly Item[]; total: number }> };

type PagedListProps<Item> = {
  list: Listed<Item>;
  shown: ServerPage;
  pageSize: number;
  waiting: ReactNode;
  /** The label of the retry button. */
  again: string;
  /** Shown for an empty list. */
  none: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that the server sends page by page, in all its states. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, shown, pageSize, waiting, again, none, children } = props;
  useLastPage(shown, pageSize, list.status === "ready" ? list.data.total : undefined);
  if (list.status === "loading") return waiting;
  if (list.status === "error") return <ErrorState problem={list} action={again} />;
  const { items, total } = list.data;
  if (total === 0) return none;
  return (
    <Panel>
      {children(items)}
      <Pager
        page={shown.page - 1}
        pageSize={pageSize}
        count={total}
        onPage={(next) => shown.turn(next + 1)}
      />
    </Panel>
  );
}

export type ServerPage = Readonly<{ page: number; turn: (page: number) => void }>;

/** The page of a list, counting from 0. Another query starts at the first page. */
export function useServerPage(query = ""): ServerPage {
  const [turned, setTurned] = useState({ query, page: 1 });
  return {
    page: turned.query === query ? turned.page : 1,
    turn: (page) => setTurned({ query, page }),
  };
}

/** If the list has become shorter, the last existing page is shown. */
export function useLastPage(
  { page, turn }: ServerPage,
  pageSize: number,
  total: number | undefined,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) turn(last);
  });
}
