import { useState } from "react";

import { toasts } from "#web/ui/feedback/toast-store.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { Button } from "./button.tsx";

type ExportButtonProps = {
  /** What the file holds, where that is not the list beside it. */
  what?: string | undefined;
  fetchFile: () => Promise<void>;
};

/** Hands a list to the device as a file; `fetchFile` says what went wrong by failing. */
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
