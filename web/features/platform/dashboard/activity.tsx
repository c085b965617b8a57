import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { hasFailed, whyText } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";

import { activityQuery } from "./activity-query.ts";
import { ActivityRows } from "./activity-rows.tsx";
import * as styles from "./overview.css.ts";

const WAITING_ROWS = 10;

/** All platform activity, loaded page by page. */
export function Activity() {
  const queryClient = useQueryClient();
  const options = activityQuery();
  const query = useInfiniteQuery(options);
  // Cancel a pending retry first, or it would swallow this request.
  const again = (ask: () => Promise<unknown>) =>
    void queryClient.cancelQueries({ queryKey: options.queryKey }).then(ask);
  const failed = hasFailed(query);
  const error = query.error ?? query.failureReason;
  if (query.data === undefined) {
    return failed ? (
      <NotLoaded error={error} onAgain={() => again(query.refetch)} />
    ) : (
      <SkeletonRows rows={WAITING_ROWS} kind="line" label="Loading activity..." />
    );
  }
  // New items shift the pages, so an item may arrive twice.
  const items = new Map(query.data.pages.flat().map((item) => [item.id, item]));
  return (
    <div className={styles.stack}>
      <ActivityRows items={[...items.values()]} />
      {failed && <NotLoaded error={error} onAgain={() => again(query.fetchNextPage)} />}
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

type NotLoadedProps = { error: Error | null; onAgain: () => void };

function NotLoaded({ error, onAgain }: NotLoadedProps) {
  const problem = { title: "Failed to load activity", detail: whyText(error), retry: onAgain };
  return <ErrorState problem={problem} action={texts.retry} />;
}
