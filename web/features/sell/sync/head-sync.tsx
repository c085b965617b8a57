import { useSell } from "#web/features/sell/till/use-selling.ts";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import { useStore } from "#web/state/store.ts";
import { worker } from "#web/state/worker.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import { headMark, type HeadMark } from "./head-mark.ts";
import * as styles from "./sync.css.ts";
import { asideOf, useOwnTill, useReached, useWaitingLonger } from "./use-own-till.ts";

/** Shows whether all sales have reached the server, and what is wrong with the till. */
export function HeadSync() {
  const { sheets, isEmpty, seenAside } = useSell();
  const now = useOwnTill();
  const reached = useReached();
  const { waiting, refused } = useUnsentSales();
  const waitingLonger = useWaitingLonger(now.toSend);
  const ofTill = reached ? waitingLonger : now.toSend;
  const hasUpdate = useStore(worker);
  const isTill = now.phase !== "none";
  const hasOld = waiting.length + refused.length > 0;
  const mark = headMark({
    now,
    reached,
    toSend: ofTill + waiting.length + (isTill ? 0 : refused.length),
    refused: refused.length,
    aside: asideOf(now.sales).filter(({ entry }) => !seenAside.includes(entry.id)).length,
    hasUpdate: hasUpdate && isEmpty,
  });
  // A browser that is no till has nothing more to say.
  const isPlain = !isTill && !hasOld && !hasUpdate;
  if (isPlain) return <Mark mark={mark} />;
  const { tone } = mark;
  return (
    <button
      type="button"
      className={tone === "warn" ? styles.urgent : styles.quiet}
      onClick={() => sheets.open({ is: !isTill && hasOld ? "unsent" : "sync" })}
    >
      <Mark mark={mark} />
    </button>
  );
}

function Mark({ mark: { tone, word, icon } }: { mark: HeadMark }) {
  if (tone === "warn") {
    return (
      <>
        {icon !== undefined && <Icon name={icon} size="small" />}
        {word}
      </>
    );
  }
  return (
    <>
      <SyncMark lost={tone === "lost"}>{word}</SyncMark>
      {icon !== undefined && <Icon name={icon} size="small" />}
    </>
  );
}
