import { queryOptions } from "@tanstack/react-query";

import { AuditEvents, type AuditEventItem, Activity } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

import { filterText, type EventFilter } from "./events/event-filter.ts";
import { keysetQuery, type KeysetPage } from "./keyset.ts";

const Events = success(AuditEvents);

const PAGE_SIZE = 30;

type ListRequest = Readonly<{ path: string; asked: URLSearchParams; signal: AbortSignal }>;

async function askEvents({
  path,
  asked,
  signal,
}: ListRequest): Promise<KeysetPage<AuditEventItem>> {
  asked.set("limit", String(PAGE_SIZE));
  const { data } = await request(`${path}?${asked}`, Events, { signal });
  return { items: data.events, next: data.next };
}

/** Newest first. With a rare filter a page may be empty before the log's end. */
export const eventsQuery = (filter: EventFilter) =>
  keysetQuery(keys.audit.events(filterText(filter)), async (before, signal) => {
    const asked = new URLSearchParams(filter);
    for (let from = before ?? null; ;) {
      if (from !== null) asked.set("before", from);
      const page = await askEvents({ path: "/api/v1/audit/events", asked, signal });
      if (page.items.length > 0 || page.next === null) return page;
      from = page.next;
    }
  });

/** Oldest first. */
export const storyQuery = (kind: string, id: string) =>
  keysetQuery(keys.audit.story(`${kind}:${id}`), (after, signal) => {
    const asked = new URLSearchParams(after === undefined ? {} : { after });
    const path = `/api/v1/audit/stories/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
    return askEvents({ path, asked, signal });
  });

const ActivityAnswer = success(Activity);

export type Days = Readonly<{ from: string; to: string }>;

/** Without dates the server defaults to the last week. */
export const activityQuery = (days?: Days) => {
  const asked = new URLSearchParams(days).toString();
  return queryOptions({
    queryKey: keys.audit.activity(asked),
    queryFn: async ({ signal }): Promise<Activity> =>
      (await request(`/api/v1/audit/activity?${asked}`, ActivityAnswer, { signal })).data,
  });
};
