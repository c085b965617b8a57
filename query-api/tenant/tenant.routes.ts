import * as z from "zod/mini";

import { AccessLogEntry, AccountDeletion } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { PlatformListQuery } from "#kernel/contract/api/platform/figures.ts";
import { StaffItem } from "#kernel/contract/api/staff.ts";
import { Subscription } from "#kernel/contract/api/subscription.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { toPage } from "#query-api/listing.ts";

import { findLines } from "./access-log.query.ts";
import { STAFF, toStaffItem } from "./staff.query.ts";
import { DELETION, toDeletion, SUBSCRIPTION, toSubscription } from "./subscription.query.ts";

/** The limits of the tenant's plan, and how much of them is used. */
export const subscriptionRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/subscription",
    { schema: { response: { 200: success(Subscription) } } },
    (request, reply) => {
      requireRight(request, "manage-billing");
      return answer(reads, request, reply, {
        question: SUBSCRIPTION,
        args: {},
        toData: toSubscription,
      });
    },
  );
};

export const deletionRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/account-deletion",
    { schema: { response: { 200: success(AccountDeletion) } } },
    (request, reply) => {
      requireRight(request, "delete-account");
      return answer(reads, request, reply, {
        question: DELETION,
        args: {},
        toData: toDeletion,
      });
    },
  );
};

/** The lines of the access log that name the tenant, including reads by super admins. */
export const accessLogRoutes: Routes<{ reads: Pick<Reads, "pool"> }> = async (app, { reads }) => {
  app.get(
    "/api/v1/access-log",
    {
      schema: {
        querystring: PlatformListQuery,
        response: { 200: success(z.array(AccessLogEntry)) },
      },
    },
    async (request, reply) => {
      requireRight(request, "see-access-log");
      const data = await findLines(reads.pool, request.actor.tenantId, toPage(request.query));
      return reply.send({ success: true, data });
    },
  );
};

export const staffRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/staff",
    { schema: { response: { 200: success(z.array(StaffItem)) } } },
    (request, reply) => {
      requireRight(request, "manage-staff");
      return answer(reads, request, reply, {
        question: STAFF,
        args: {},
        toData: (rows) => rows.map(toStaffItem),
      });
    },
  );
};
