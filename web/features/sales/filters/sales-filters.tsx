import { queryOptions, useQuery } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { reportOf, StaffSums } from "#kernel/contract/api/reports/report.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import * as styles from "#web/features/sales/sales-figures.css.ts";
import type { SalesFilter } from "#web/features/sales/sales-query.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { ofMoment } from "#web/state/past.ts";
import { useCan } from "#web/state/use-session.ts";
import { ToolSelect } from "#web/ui/form/select-field.tsx";

const STATES = [
  { value: "", label: "Paid" },
  { value: "voided", label: "Voided" },
  { value: "all", label: "All states" },
] as const;

const METHODS = [{ value: "", label: "Any payment" }, ...paymentMethods] as const;

type SalesFiltersProps = {
  filter: SalesFilter;
  onChoose: (name: string, value: string) => void;
};

/** State, payment method and seller. Opened on request, so it is a chunk of its own. */
export function SalesFilters({ filter, onChoose }: SalesFiltersProps) {
  return (
    <div className={styles.filters}>
      <Choice
        label="State"
        value={filter.state}
        options={STATES}
        onChoose={(value) => onChoose("state", value)}
      />
      <Choice
        label="Payment"
        value={filter.payment_method}
        options={METHODS}
        onChoose={(value) => onChoose("payment_method", value)}
      />
      {useCan("see-reports") && (
        <Staff value={filter.staff} onChoose={(value) => onChoose("staff", value)} />
      )}
    </div>
  );
}

type ChoiceProps = {
  value: string | undefined;
  onChoose: (value: string) => void;
};

type Options = readonly { value: string; label: string }[];

function Choice({
  label,
  value = "",
  options,
  onChoose,
}: ChoiceProps & { label: string; options: Options }) {
  return (
    <ToolSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </ToolSelect>
  );
}

const Answer = success(reportOf(StaffSums));

/** Everyone who has made a sale, also people who left. */
function sellersQuery() {
  const { queryKey, at } = ofMoment(keys.reports.by("staff", "sellers"));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Options> => {
      const { rows } = (await request(at("/api/v1/reports/staff"), Answer, { signal })).data;
      // One row for each currency.
      return [...new Map(rows.map((row) => [row.user_id, row.name ?? "Removed person"]))]
        .map(([id, name]) => ({ value: id, label: name }))
        .toSorted((a, b) => a.label.localeCompare(b.label));
    },
  });
}

/** While the names are loading or missing, the choice of the address is still shown. */
function Staff({ value, onChoose }: ChoiceProps) {
  const { data = [] } = useQuery(sellersQuery());
  const isKnown = value === undefined || data.some((seller) => seller.value === value);
  const chosen = isKnown ? [] : [{ value, label: "One person" }];
  const options = [{ value: "", label: "All staff" }, ...chosen, ...data];
  return <Choice label="Staff" value={value} options={options} onChoose={onChoose} />;
}
