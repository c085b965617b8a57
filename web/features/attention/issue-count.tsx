import { CountMark } from "#web/ui/layout/count-mark.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { useIssueCount } from "./issues-query.ts";

const MOST = 99;

/** How many issues need attention, in the menu. */
export function IssueCount() {
  const count = useIssueCount();
  if (count === 0) return undefined;
  return (
    <CountMark place="end">
      {count > MOST ? `${MOST}+` : count}
      <VisuallyHidden> open</VisuallyHidden>
    </CountMark>
  );
}
