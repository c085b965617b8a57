import { useInfiniteQuery } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { hasFailed, useAskAgain, whyText } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { EventList } from "./event-list.tsx";
import { eventsQuery, type FigureEvents } from "./events-query.ts";

type EventsDialogProps = { events: FigureEvents | undefined; onClose: () => void };

/** The events behind a figure. */
export function EventsDialog({ events, onClose }: EventsDialogProps) {
  const shown = useLasting(events);
  return (
    <Dialog open={events !== undefined} title={shown?.name ?? ""} onClose={onClose}>
      <DialogBody>{shown && <FigureEventsView {...shown} />}</DialogBody>
    </Dialog>
  );
}

function FigureEventsView({ name, ask }: FigureEvents) {
  const options = eventsQuery(ask);
  const query = useInfiniteQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const isOfNext = query.isFetchingNextPage || query.isFetchNextPageError;
  const fetchNext = () => void query.fetchNextPage();
  const failed = hasFailed(query);
  if (query.data === undefined && !failed) {
    return <SkeletonRows rows={6} kind="list" label="Loading events..." />;
  }
  return (
    <>
      {query.data !== undefined && <EventList name={name} pages={query.data.pages} />}
      {failed && (
        <>
          <InlineAlert more={whyText(query.error ?? query.failureReason)}>
            Couldn't load events.
          </InlineAlert>
          <Button icon="refresh" busy={query.isRefetching} onClick={isOfNext ? fetchNext : again}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {!failed && query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={fetchNext}>
          Show more
        </Button>
      )}
    </>
  );
}
