import * as z from "zod/mini";

import { type AuditEventItem, StoryKind } from "#kernel/contract/api/audit.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

import { storyQuery } from "./audit-queries.ts";
import * as styles from "./audit.css.ts";
import { kindText, subjectText } from "./event-words.ts";
import { EventTable } from "./events/event-table.tsx";
import { KeysetList } from "./keyset-list.tsx";
import { useKeyset } from "./keyset.ts";

const StorySubject = z.object({
  kind: StoryKind,
  id: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type StoryOf = z.infer<typeof StorySubject>;

/** The subject in the URL, such as `sale:018f…`. */
export function storyOf(param: string | null): StoryOf | undefined {
  const [kind, id] = param?.split(":") ?? [];
  return StorySubject.safeParse({ kind, id }).data;
}

type StoryProps = { of: StoryOf; onOpen: (seq: number) => void };

/** The full history of one subject, or of one person's actions. */
export function Story({ of: { kind, id }, onOpen }: StoryProps) {
  const list = useKeyset(storyQuery(kind, id), "Failed to load this story");
  const events = list.status === "ready" ? list.items : [];
  return (
    <>
      <PageHead title={`History of ${nameIn(events, { kind, id })}`} />
      <div className={styles.inline}>
        <TextLink href={links.audit()}>All activity</TextLink>
        {kind === "sale" && <TextLink href={links.sale(id)}>Receipt</TextLink>}
      </div>
      <KeysetList
        list={list}
        waiting={<SkeletonRows rows={6} kind="table" label="Loading this story..." />}
        none={
          <EmptyState
            icon="search"
            title="No events found"
            hint={`No activity for this ${kind}.`}
          />
        }
      >
        {(told) => <EventTable events={told} onOpen={onOpen} />}
      </KeysetList>
    </>
  );
}

/** The name in the newest event that has one. */
function nameIn(events: readonly AuditEventItem[], { kind, id }: StoryOf): string {
  const subject = events.findLast((event) => event.subject?.id === id)?.subject;
  if (subject) return subjectText(subject);
  const actor = events.findLast((event) => event.actor.id === id)?.actor;
  return actor?.name ?? `${kindText(kind).toLowerCase()} ${shortId(id)}`;
}
