import { lazy, Suspense, type ReactNode } from "react";

import { PageHead } from "#web/ui/layout/page.tsx";

import type { ListToolsProps } from "./list-tool-row.tsx";

type ListScreenProps = {
  title: string;
  /** The state of the screen's query. */
  status: "loading" | "error" | "ready";
  isEmpty: boolean;
  /** The main button, shown in the head or in the empty state. */
  action: ReactNode;
  failed: ReactNode;
  empty: ReactNode;
  list: ReactNode;
  /** Actions for the whole list. */
  tools: ReactNode;
};

/** A list screen in all its states. Searching is possible while it loads. */
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

const ListToolRow = lazy(async () => ({
  default: (await import("./list-tool-row.tsx")).ListToolRow,
}));

/** Below the list, so the list does not wait for it. Renders nothing if the person has no right to any. */
export function ListTools(tools: ListToolsProps) {
  const { onStarter, onSeveral, onImport, onDeleted, fetchFile } = tools;
  if (!onStarter && !onSeveral && !onImport && !onDeleted && !fetchFile) return undefined;
  return (
    <Suspense>
      <ListToolRow {...tools} />
    </Suspense>
  );
}
