import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { choiceOf, choices, daysBefore, today } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { useCan, useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { CustomRange } from "./custom-range.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import type { ReportAddress } from "./use-report-address.ts";

const CUSTOM = "custom";

type ReportHeadProps = {
  address: Pick<ReportAddress, "span" | "choice" | "showDays">;
  report: ReportSummary | undefined;
  mayExport: boolean;
};

/** The choice of days, and the export. */
export function ReportHead({ address, report, mayExport }: ReportHeadProps) {
  const { span, choice, showDays } = address;
  const exporting = useModalParam("export");
  const canExport = useCan("export") && mayExport;
  const lastDay = today(useTimeZone(), useNow());
  const choose = (value: string) => {
    if (value !== CUSTOM) showDays({ period: choiceOf(new URLSearchParams({ period: value })) });
    // A custom range starts with the days on screen.
    else {
      showDays({ from: report?.from ?? daysBefore(lastDay, 29), to: report?.to ?? lastDay });
    }
  };
  return (
    <>
      <PageHead title="Reports & Analytics" manyTools>
        <ToolSelect
          label="Period"
          value={choice ?? CUSTOM}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={CUSTOM}>Custom range</option>
        </ToolSelect>
        {canExport && (
          <Button icon="download" onClick={() => exporting.open()}>
            Export
          </Button>
        )}
      </PageHead>
      {choice === undefined && "from" in span && (
        <CustomRange {...span} lastDay={lastDay} onShow={showDays} />
      )}
      {canExport && (
        <ExportDialog
          open={exporting.value !== undefined}
          span={span}
          report={report}
          onClose={exporting.close}
        />
      )}
    </>
  );
}
