import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type StaffRow = {
  user_id: string;
  status: "active" | "invited";
  role: string;
  email: string;
  first_name: string;
  last_name: string;
  has_totp: boolean;
  joined_ms: number | null;
  last_login_ms: number | null;
  invited_ms: number | null;
  sent_ms: number | null;
  ends_on: string | null;
  phone: string | null;
};

/**
 * People are not a read model, because events about members carry no names. Every change of these
 * rows comes with an event, so the checkpoint still tells whether the list has changed.
 */
export const STAFF: Prepared<StaffRow[]> = prepare({
  name: "staff",
  projections: ["shops"],
  sql: `
    select coalesce(json_agg(s order by s.status, lower(s.first_name), lower(s.email)), '[]')
      from auth.staff($1) s`,
});

const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

export const toStaffItem = (row: StaffRow): StaffItem => ({
  id: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  role: row.role,
  status: row.status,
  two_factor: row.has_totp,
  joined_at: toTime(row.joined_ms),
  last_login_at: toTime(row.last_login_ms),
  invited_at: toTime(row.invited_ms),
  expires_at:
    row.status === "invited" && row.sent_ms !== null
      ? toTime(row.sent_ms + INVITATION_LIFE_MS)
      : null,
  ends_on: row.ends_on,
  phone: row.phone,
});

const toTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
