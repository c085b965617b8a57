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
  /** What the button says that asks again. */
  again: string;
  /** In the place of a list without anything in it. */
  none: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that the server gives page by page, in each of its states. */
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

/** Which page of a list is shown, the first being 1; what is asked for otherwise begins there again. */
export function useServerPage(asked = ""): ServerPage {
  const [turned, setTurned] = useState({ asked, page: 1 });
  return {
    page: turned.asked === asked ? turned.page : 1,
    turn: (page) => setTurned({ asked, page }),
  };
}

/** The last page of a list that has become shorter meanwhile takes the place of one that is no more. */
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
