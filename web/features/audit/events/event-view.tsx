import { queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { AuditEventDetail } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { auditLinks } from "#web/features/audit/audit-links.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { subjectText } from "#web/features/audit/event-words.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { Section } from "#web/ui/layout/panel.tsx";
import { DialogBody } from "#web/ui/overlay/dialog.tsx";

import { EventChanges } from "./event-changes.tsx";
import { EventFacts } from "./event-facts.tsx";
import { EventProof } from "./event-proof.tsx";
import * as eventStyles from "./event.css.ts";

const Detail = success(AuditEventDetail);

/** Never cached: the event may have been signed meanwhile. */
const eventQuery = (seq: number) =>
  queryOptions({
    queryKey: keys.audit.event(seq),
    queryFn: async ({ signal }): Promise<AuditEventDetail> =>
      (await request(`/api/v1/audit/events/${seq}`, Detail, { signal })).data,
    staleTime: 0,
  });

const FAILED = { failed: "Failed to load this event", error: "Error loading this event" };

type EventViewProps = { seq: number; waiting: ReactNode };

export function EventView({ seq, waiting }: EventViewProps) {
  const event = useScreenQuery(eventQuery(seq), FAILED);
  if (event.status === "loading") return waiting;
  return (
    <DialogBody>
      {event.status === "error" ? (
        <ErrorState problem={event} action={texts.tryAgain} />
      ) : (
        <Loaded event={event.data} />
      )}
    </DialogBody>
  );
}

function Loaded({ event }: { event: AuditEventDetail }) {
  return (
    <div className={styles.stack}>
      <div>
        <p className={eventStyles.lead}>{event.sentence}</p>
        <p className={styles.inline}>
          <Stories event={event} />
        </p>
      </div>
      <div className={eventStyles.facts}>
        <EventFacts event={event} />
      </div>
      {event.changes.length > 0 && (
        <Section title="Before and after">
          <EventChanges changes={event.changes} />
        </Section>
      )}
      <EventProof event={event} />
    </div>
  );
}

/** Links to the histories the event belongs to, and to the shop just before it. */
function Stories({ event: { seq, actor, subject } }: { event: AuditEventDetail }) {
  const isAboutActor = subject?.kind === "person" && subject.id === actor.id;
  return (
    <>
      {subject !== null && (
        <TextLink href={auditLinks.story(subject.kind, subject.id)}>
          History of {subjectText(subject)}
        </TextLink>
      )}
      {!isAboutActor && (
        <TextLink href={auditLinks.story("person", actor.id)}>History of {actor.name}</TextLink>
      )}
      {seq > 1 && (
        <TextLink href={auditLinks.dashboardAsOf(seq - 1)}>Shop before this event</TextLink>
      )}
    </>
  );
}
