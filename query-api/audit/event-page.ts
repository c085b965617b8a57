import * as z from "zod/mini";

import type { AuditEvents } from "#kernel/contract/api/audit.ts";

import { tellerOf, toItem } from "./describe-row.ts";
import type { EventsBody } from "./events.query.ts";

const PAGE = 50;
const LARGEST_PAGE = 200;
export const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

export const sizeOf = (limit = PAGE): number => Math.min(limit, LARGEST_PAGE);

/** Whatever is no id of ours names nothing, and finds nothing. */
const NOBODY = "ffffffff-ffff-ffff-ffff-ffffffffffff";
export const idOf = (text: string | undefined): string | null =>
  text === undefined ? null : (z.uuid().safeParse(text).data ?? NOBODY);

/** One event more than the page was read: it tells whether there is another page. Else it is told how far was looked. */
export function toEventPage(body: EventsBody, size: number): AuditEvents {
  const teller = tellerOf(body);
  const events = body.events.slice(0, size).map((row) => toItem(row, teller));
  const next = body.events.length > size ? (events.at(-1)?.seq ?? null) : body.reached;
  return { events, next: next === null ? null : String(next) };
}
