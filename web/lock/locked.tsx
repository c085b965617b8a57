import { useEffect, useState } from "react";

import type { TillPerson } from "#kernel/contract/api/till/changes.ts";
import { roleText } from "#web/format/names.ts";
import { links } from "#web/links.ts";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import { firstScreen } from "#web/state/first-screen.ts";
import { session } from "#web/state/session.ts";
import { useOnline, useStore } from "#web/state/store.ts";
import { useSession } from "#web/state/use-session.ts";
import { REMOVED, till } from "#web/till/till.ts";
import { Button, TextLink } from "#web/ui/button/button.tsx";

import * as styles from "./lock.css.ts";
import { unlockTill, usePeople } from "./lock.ts";
import { PersonTiles } from "./person-tiles.tsx";
import { PinEntry } from "./pin-entry.tsx";

/** Covers the till until a person who may sell enters their PIN. Nothing of the cart is on it. */
export function LockScreen() {
  const current = useSession();
  const people = usePeople();
  const [chosen, setChosen] = useState<TillPerson>();
  useEffect(() => {
    firstScreen.report();
    // A page that opens locked reads the till's rows for this.
    till.open().catch(() => undefined);
  }, []);
  return (
    <main className={styles.screen}>
      <header className={styles.head}>
        <span className={styles.shop}>{current?.tenant.name}</span>
        <Line />
      </header>
      <section className={styles.middle} aria-labelledby="lock-title">
        <h1
          key={chosen?.id}
          id="lock-title"
          ref={focusTitle}
          tabIndex={-1}
          className={styles.title}
        >
          {chosen === undefined ? "Who is selling?" : chosen.name}
        </h1>
        {chosen === undefined ? (
          <Tiles people={people} onChoose={setChosen} />
        ) : (
          <>
            <p className={styles.hint}>{roleText(chosen.role)}. Enter your PIN.</p>
            <PinEntry
              key={chosen.id}
              name={chosen.name}
              to="unlock"
              check={(pin) => unlockTill(chosen, pin)}
            />
            {people.length > 1 && (
              <Button tone="ghost" scale="form" block onClick={() => setChosen(undefined)}>
                Someone else
              </Button>
            )}
          </>
        )}
      </section>
      <p className={styles.foot}>
        <TextLink href={links.login(links.sell())}>Sign in with a password</TextLink>
      </p>
    </main>
  );
}

type TilesProps = { people: readonly TillPerson[]; onChoose: (person: TillPerson) => void };

function Tiles({ people, onChoose }: TilesProps) {
  const { isReady, phase } = useStore(till);
  if (people.length === 0 && isReady) {
    const why = phase === "revoked" ? REMOVED : "This till has no list of people.";
    return <p className={styles.hint}>{why} Sign in with a password.</p>;
  }
  const last = session.get()?.user.id;
  const lastFirst = people.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
  return <PersonTiles people={lastFirst} label="People who sell here" onChoose={onChoose} />;
}

const Line = () => (useOnline() ? <SyncMark>Online</SyncMark> : <SyncMark lost>Offline</SyncMark>);

/** A screen reader hears the title of each step. */
const focusTitle = (title: HTMLElement | null): void => title?.focus({ preventScroll: true });
