import type { ReactNode } from "react";

import { PageHead } from "#web/ui/layout/page.tsx";

type ListScreenProps = {
  title: string;
  /** How the screen's query stands, and whether there is anything in it. */
  status: "loading" | "error" | "ready";
  isEmpty: boolean;
  /** The one button of the screen: in the head, or in the invitation of an empty list. */
  action: ReactNode;
  failed: ReactNode;
  empty: ReactNode;
  list: ReactNode;
  /** What concerns the whole list. */
  tools: ReactNode;
};

/** A screen that is a list, in each of its states; one may begin to search while it loads. */
export function ListScreen(props: ListScreenProps) {
  const { title, status, isEmpty, action, failed, empty, list, tools } = props;
  if (status === "error") {
    return (
      <>
        <PageHead title={title} />
        {failed}
      </>
    );
  }
  return (
    <>
      <PageHead title={title}>{isEmpty ? undefined : action}</PageHead>
      {isEmpty ? empty : list}
      {tools}
    </>
  );
}
