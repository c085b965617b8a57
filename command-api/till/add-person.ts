import type { Head } from "#command-api/event-store/load.ts";
import { type PlannedEvent, planStream } from "#command-api/event-store/plan.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import { type Till, till, type TillRejectionCode, tillStream } from "./till.ts";

type TillOfPeople = Readonly<{ tenantId: TenantId; till: number; enrolledBy: UserId }>;

/**
 * The event for a person who signs in at a till for the first time, by password or PIN. The person
 * who enrolled it was there then.
 */
export const planPerson = (
  { tenantId, till: number, enrolledBy }: TillOfPeople,
  head: Head,
  userId: UserId,
): readonly PlannedEvent[] | Rejection<TillRejectionCode> =>
  userId === enrolledBy
    ? []
    : planStream({
        decider: till,
        streamId: tillStream(tenantId, number),
        head,
        command: { type: "AddPerson", userId },
      });

/** Whether this person signed in at the till at some time. */
export const isProvedAt = (
  state: Till,
  { enrolledBy }: Pick<TillOfPeople, "enrolledBy">,
  userId: UserId,
): boolean =>
  userId === enrolledBy || (state.status === "enrolled" && state.people?.includes(userId) === true);
