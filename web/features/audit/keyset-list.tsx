import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState, InlineAlert } from "#web/ui/feedback/state.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";

import * as styles from "./audit.css.ts";
import type { Keyset } from "./keyset.ts";

type KeysetListProps<Item> = {
  list: Keyset<Item>;
  waiting: ReactNode;
  /** Shown if the list is empty. */
  none: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list with "Load more", in all its states. */
export function KeysetList<Item>({ list, waiting, none, children }: KeysetListProps<Item>) {
  if (list.status === "loading") return waiting;
  if (list.status === "error") return <ErrorState problem={list} action={texts.tryAgain} />;
  const { items, more, problem } = list;
  if (items.length === 0) return none;
  return (
    <div className={styles.stack}>
      <Panel>{children(items)}</Panel>
      {problem !== undefined && (
        <>
          <InlineAlert more={problem.detail}>{problem.title}</InlineAlert>
          <Button icon="refresh" onClick={problem.retry}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {more !== undefined && (
        <Button busy={more.busy} onClick={more.load}>
          Load more
        </Button>
      )}
    </div>
  );
}
