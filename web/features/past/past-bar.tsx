import { useLocation } from "wouter";

import { dayText, today } from "#web/format/days.ts";
import { exactTime, receiptTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { past } from "#web/state/past.ts";
import type { Past } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./past-bar.css.ts";
import { isBeforeAll } from "./use-find-moment.ts";

const EVENT = /^\d+$/;

/** Shown on every screen while a past moment is shown. */
export function PastBar({ shown: { asOf, atMs } }: { shown: Past }) {
  const zone = useTimeZone();
  const [path, navigate] = useLocation();
  const day = today(zone, atMs);
  // Reports of now go by the day of a sale, whenever it was recorded.
  const showSalesOf = () => {
    past.show();
    navigate(`${links.reports()}?${new URLSearchParams({ from: day, to: day })}`);
  };
  const at = new Date(atMs).toISOString();
  const isEvent = EVENT.test(asOf);
  return (
    <section className={styles.bar} aria-label="Past date">
      <Icon name="past" />
      <output className={styles.words}>
        <b>
          Viewing <time dateTime={at}>{isEvent ? exactTime(at, zone) : receiptTime(at, zone)}</time>
          {isEvent && `, after event ${asOf}`}
        </b>
        <span>{path === links.audit() ? "The log is shown in full." : meaningOf(asOf)}</span>
      </output>
      <span className={styles.tools}>
        <Button scale="compact" onClick={showSalesOf}>
          Sales made on {dayText(day)}
        </Button>
        <Button scale="compact" onClick={() => past.open()}>
          Change
        </Button>
        <Button scale="compact" tone="primary" onClick={() => past.show()}>
          Back to now
        </Button>
      </span>
    </section>
  );
}

/** A shop that is younger than its sales has none of them at an earlier moment. */
const meaningOf = (asOf: string): string =>
  isBeforeAll(asOf)
    ? "This shop had recorded nothing yet. Sales that were entered later, for days before, are not here."
    : "As recorded by then: what was entered later is not here. Read only.";
