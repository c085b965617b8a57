import { useIsFetching, useQueryClient } from "@tanstack/react-query";

import type { PeriodDays } from "#kernel/contract/api/reports/period.ts";
import { keys } from "#web/api/keys.ts";
import { periods } from "#web/format/days.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

type DashboardHeadProps = {
  /** Undefined when the view has no period. */
  period: { value: PeriodDays; choose: (period: string) => void } | undefined;
};

export function DashboardHead({ period }: DashboardHeadProps) {
  const queryClient = useQueryClient();
  const queryKey = keys.platform.all;
  const refreshing = useIsFetching({ queryKey }) > 0;
  return (
    <PageHead title="Super Admin Dashboard" manyTools={period !== undefined}>
      {period !== undefined && (
        <ToolSelect
          label="Period"
          value={period.value}
          onChange={(event) => period.choose(event.currentTarget.value)}
        >
          {periods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </ToolSelect>
      )}
      <IconButton
        icon="refresh"
        label="Refresh"
        busy={refreshing}
        onClick={() => void queryClient.invalidateQueries({ queryKey })}
      />
    </PageHead>
  );
}
