import { useQuery } from "@tanstack/react-query";

import { shortId } from "#kernel/contract/ids.ts";
import { ToolSelect } from "#web/ui/form/select-field.tsx";

import { activityQuery } from "./audit-queries.ts";

type PersonSelectProps = { chosen: string | undefined; onChoose: (id: string) => void };

/**
 * Lists all staff, including former staff. The person in the URL is listed before the others load.
 */
export function PersonSelect({ chosen, onChoose }: PersonSelectProps) {
  const { data } = useQuery(activityQuery());
  const people = data?.people ?? [];
  const isKnown = chosen === undefined || people.some(({ id }) => id === chosen);
  return (
    <ToolSelect
      label="Person"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">Everyone</option>
      {!isKnown && <option value={chosen}>Person {shortId(chosen)}</option>}
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ToolSelect>
  );
}
