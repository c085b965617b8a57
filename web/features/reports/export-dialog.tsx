import { useMutation } from "@tanstack/react-query";

import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { download } from "#web/api/download.ts";
import { isRefused } from "#web/api/request-error.ts";
import { type Span, spanText } from "#web/format/days.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import { daysText } from "./report-view.tsx";
import * as styles from "./reports.css.ts";
import { GROUPINGS } from "./use-report-address.ts";

const FILES = [
  { name: "summary.pdf", label: "Summary (PDF)" },
  ...GROUPINGS.map(({ value, label }) => ({
    name: `${value}.csv`,
    label: `Sales by ${label.toLowerCase()}`,
  })),
];

type ExportDialogProps = {
  open: boolean;
  span: Span;
  report: ReportSummary | undefined;
  onClose: () => void;
};

/** The sales of the chosen days as files. */
export function ExportDialog({ open, span, report, onClose }: ExportDialogProps) {
  const file = useMutation({
    mutationFn: (name: string) => download(`/api/v1/exports/reports/${name}?${spanText(span)}`),
  });
  const close = () => {
    file.reset();
    onClose();
  };
  return (
    <Dialog open={open} title="Export reports" onClose={close}>
      <DialogBody>
        <p>
          {report === undefined ? "The chosen days" : daysText(report)}, as a PDF to print or send,
          or as a CSV file for a spreadsheet.
        </p>
        <div className={styles.files}>
          {FILES.map(({ name, label }) => (
            <Button
              key={name}
              icon="download"
              busy={file.isPending && file.variables === name}
              disabled={file.isPending && file.variables !== name}
              onClick={() => file.mutate(name)}
            >
              {label}
            </Button>
          ))}
        </div>
        {file.isError && (
          <InlineAlert more={isRefused(file.error) ? file.error.message : undefined}>
            The file could not be downloaded.
          </InlineAlert>
        )}
      </DialogBody>
    </Dialog>
  );
}
