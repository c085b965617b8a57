import { lazy, Suspense } from "react";

import type { ListToolsProps } from "./list-tool-row.tsx";

const ListToolRow = lazy(async () => ({
  default: (await import("./list-tool-row.tsx")).ListToolRow,
}));

/** Below the list, so the list does not wait for it. Renders nothing if the person has no right to any. */
export function ListTools(tools: ListToolsProps) {
  const { onStarter, onImport, onDeleted, fetchFile } = tools;
  if (!onStarter && !onImport && !onDeleted && !fetchFile) return undefined;
  return (
    <Suspense>
      <ListToolRow {...tools} />
    </Suspense>
  );
}
