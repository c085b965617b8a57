import { useState } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import * as styles from "#web/ui/layout/page.css.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

export type ListToolsProps = {
  /** Adds many at once from a list of usual names. */
  onStarter?: (() => void) | undefined;
  /** Changes several of the list at once. */
  onSeveral?: (() => void) | undefined;
  /** Absent if the person has no right to import. */
  onImport?: (() => void) | undefined;
  onDeleted?: (() => void) | undefined;
  fetchFile?: (() => Promise<void>) | undefined;
  /** Describes the file if it contains something other than the list. */
  exported?: string;
};

/** Rarely used actions for a whole list, shown below it. */
export function ListToolRow(tools: ListToolsProps) {
  const { onStarter, onSeveral, onImport, onDeleted, fetchFile, exported } = tools;
  return (
    <div className={styles.listTools}>
      {onStarter && (
        <Button tone="ghost" scale="compact" icon="packagePlus" onClick={onStarter}>
          Add from a list
        </Button>
      )}
      {onSeveral && (
        <Button tone="ghost" scale="compact" icon="edit" onClick={onSeveral}>
          Change several
        </Button>
      )}
      {onImport && (
        <Button tone="ghost" scale="compact" icon="upload" onClick={onImport}>
          Import<VisuallyHidden> CSV</VisuallyHidden>
        </Button>
      )}
      {fetchFile && <ExportButton what={exported} fetchFile={fetchFile} />}
      {onDeleted && (
        <Button tone="ghost" scale="compact" icon="delete" onClick={onDeleted}>
          Deleted
        </Button>
      )}
    </div>
  );
}

type ExportButtonProps = {
  /** Describes the file if it contains something other than the list. */
  what?: string | undefined;
  fetchFile: () => Promise<void>;
};

/** Downloads a list as a file. `fetchFile` reports errors by rejecting. */
export function ExportButton({ what, fetchFile }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await fetchFile();
    } catch (error) {
      const why = error instanceof Error ? ` ${error.message}` : "";
      toasts.show("error", `The file could not be downloaded.${why}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="ghost" scale="compact" icon="download" busy={busy} onClick={() => void press()}>
      Export{what !== undefined && ` ${what}`}
      <VisuallyHidden> CSV</VisuallyHidden>
    </Button>
  );
}
