import { useLocation } from "wouter";

import { exactTime, receiptTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { past } from "#web/state/past.ts";
import type { Past } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./past-bar.css.ts";

const EVENT = /^\d+$/;

/** Shown on every screen while a past moment is shown. */
export function PastBar({ shown: { asOf, atMs } }: { shown: Past }) {
  const zone = useTimeZone();
  const [path] = useLocation();
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
        <span>{path === links.audit() ? "The log is shown in full." : "Read only."}</span>
      </output>
      <span className={styles.tools}>
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
