import { Button } from "#web/ui/button/button.tsx";
import { ExportButton } from "#web/ui/button/export-button.tsx";
import * as styles from "#web/ui/layout/page.css.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

type ListToolsProps = {
  /** Each is left out for who may not. */
  onImport?: (() => void) | undefined;
  onDeleted?: (() => void) | undefined;
  fetchFile?: (() => Promise<void>) | undefined;
  /** What the file holds, where that is not the list as it stands there. */
  exported?: string;
};

/** Under a list: what concerns all of it and is seldom wanted. */
export function ListTools({ onImport, onDeleted, fetchFile, exported }: ListToolsProps) {
  if (!onImport && !onDeleted && !fetchFile) return undefined;
  return (
    <div className={styles.listTools}>
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
