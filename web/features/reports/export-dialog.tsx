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
import type { Grouping } from "./use-report-address.ts";

type ExportDialogProps = {
  open: boolean;
  span: Span;
  report: ReportSummary | undefined;
  onClose: () => void;
};

/** The sales of the chosen days as CSV files. */
export function ExportDialog({ open, span, report, onClose }: ExportDialogProps) {
  const file = useMutation({
    mutationFn: (grouping: Grouping) =>
      download(`/api/v1/exports/reports/${grouping}.csv?${spanText(span)}`),
  });
  const close = () => {
    file.reset();
    onClose();
  };
  return (
    <Dialog open={open} title="Export reports" onClose={close}>
      <DialogBody>
        <p>
          {report === undefined ? "The chosen days" : daysText(report)}, as a CSV file for a
          spreadsheet.
        </p>
        <div className={styles.files}>
          {GROUPINGS.map(({ value, label }) => (
            <Button
              key={value}
              icon="download"
              busy={file.isPending && file.variables === value}
              disabled={file.isPending && file.variables !== value}
              onClick={() => file.mutate(value)}
            >
              Sales by {label.toLowerCase()}
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
