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
import { OneDay } from "./one-day.tsx";
import type { ReportAddress } from "./use-report-address.ts";

const CUSTOM = "custom";
const DAY = "day";
/** A custom range of a single day would be shown as one day. */
const DAYS_OF_RANGE = 7;

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
  const shownDay = "from" in span && span.from === span.to ? span.from : undefined;
  const choose = (value: string) => {
    const to = report?.to ?? lastDay;
    if (value === DAY) showDays({ from: to, to });
    else if (value === CUSTOM) showDays({ from: rangeStart(report, to), to });
    else showDays({ period: choiceOf(new URLSearchParams({ period: value })) });
  };
  return (
    <>
      <PageHead title="Reports & Analytics" manyTools>
        <ToolSelect
          label="Period"
          value={choice ?? (shownDay === undefined ? CUSTOM : DAY)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={DAY}>One day</option>
          <option value={CUSTOM}>Custom range</option>
        </ToolSelect>
        {canExport && (
          <Button icon="download" onClick={() => exporting.open()}>
            Export
          </Button>
        )}
      </PageHead>
      {choice === undefined && shownDay !== undefined && (
        <OneDay
          day={shownDay}
          lastDay={lastDay}
          onShow={(day) => showDays({ from: day, to: day })}
        />
      )}
      {choice === undefined && shownDay === undefined && "from" in span && (
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

/** A custom range starts with the days on screen. */
function rangeStart(report: ReportSummary | undefined, to: string): string {
  const from = report?.from ?? daysBefore(to, 29);
  return from === to ? daysBefore(to, DAYS_OF_RANGE - 1) : from;
}
