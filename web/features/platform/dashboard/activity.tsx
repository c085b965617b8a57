import { useInfiniteQuery } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { isRefused } from "#web/api/request-error.ts";
import { Button } from "#web/ui/button.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/state.tsx";

import { activityQuery } from "./activity-query.ts";
import { ActivityRows } from "./activity-rows.tsx";
import * as styles from "./overview.css.ts";

const SHOWN_AFTER_FAILURES = 2;
const WAITING_ROWS = 10;

/** All that ever happened on the platform, as far back as one asks. */
export function Activity() {
  const query = useInfiniteQuery(activityQuery());
  const failed = query.isError || query.failureCount >= SHOWN_AFTER_FAILURES;
  if (query.data === undefined) {
    return failed ? (
      <NotLoaded error={query.error ?? query.failureReason} onAgain={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={WAITING_ROWS} kind="line" label="Loading activity..." />
    );
  }
  // What happens meanwhile moves a page on: an item may come twice.
  const items = new Map(query.data.pages.flat().map((item) => [item.id, item]));
  return (
    <div className={styles.stack}>
      <ActivityRows items={[...items.values()]} />
      {failed && <NotLoaded error={query.error} onAgain={() => void query.fetchNextPage()} />}
      {!failed && query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

function NotLoaded({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  const detail = isRefused(error) ? error.message : "Check the connection, then try again.";
  const problem = { title: "Failed to load activity", detail, retry: onAgain };
  return <ErrorState problem={problem} action={texts.retry} />;
}
