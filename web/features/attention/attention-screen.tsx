import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { counted } from "#web/format/counts.ts";
import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

import * as styles from "./attention.css.ts";
import { IssueRow } from "./issue-row.tsx";
import { issuesQuery } from "./issues-query.ts";

const FAILED = {
  failed: "Failed to load what needs attention",
  error: "Error loading what needs attention",
};

/** What met while tills sold without a network, with both versions and the ways out. */
export default function AttentionScreen() {
  const issues = useScreenQuery(issuesQuery(), FAILED);
  const data = issues.status === "ready" ? issues.data : undefined;
  const hidden = data === undefined ? 0 : data.count - data.issues.length;
  return (
    <>
      <PageHead title="Needs attention">
        <ButtonLink href={links.offlineRules()} tone="ghost" icon="info">
          The rules
        </ButtonLink>
      </PageHead>
      {issues.status === "error" && <ErrorState problem={issues} action={texts.tryAgain} />}
      {issues.status === "loading" && (
        <SkeletonRows rows={4} kind="list" label="Loading what needs attention..." />
      )}
      {data?.count === 0 && (
        <EmptyState
          icon="check"
          title="Nothing needs attention"
          hint="When tills that sold without a network disagree with what you changed meanwhile, it is listed here."
        />
      )}
      {data !== undefined && data.count > 0 && (
        <ul className={styles.list}>
          {data.issues.map((issue) => (
            <IssueRow key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={styles.more}>
          {counted(hidden, "more issue")} will be listed when these are resolved.
        </p>
      )}
    </>
  );
}
