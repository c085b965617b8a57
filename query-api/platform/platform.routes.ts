import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import {
  Analytics,
  DatabaseReport,
  HealthReport,
  PlatformListQuery,
  RevenueOverview,
} from "#kernel/contract/api/platform/figures.ts";
import {
  AccessLogLine,
  InboxMessage,
  MailItem,
  MailsQuery,
  pageOf,
  ParkedProjection,
} from "#kernel/contract/api/platform/lists.ts";
import { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { ANALYTICS, toAnalytics } from "./analytics.query.ts";
import { DATABASE, toDatabase, PARKED, toParked } from "./database.query.ts";
import { HEALTH, toHealthReport } from "./health.query.ts";
import {
  ACCESS_LOG,
  toAccessLine,
  INBOX,
  toInboxMessage,
  MAILS,
  toMailItem,
} from "./lists.query.ts";
import { answerPage, answerPlatform, type PlatformReads } from "./platform-answers.ts";
import { REVENUE, toRevenue } from "./revenue.query.ts";
import { SETTINGS, toSettings } from "./settings.query.ts";

type Options = Readonly<{ reads: PlatformReads }>;

/** The state of the installation, without any tenant's data. */
export const operationRoutes: Routes<Options> = async (app, { reads }) => {
  const of = <Data extends z.core.$ZodType>(data: Data) => ({
    schema: { response: { 200: success(data) } },
  });

  app.get("/api/v1/platform/health", of(HealthReport), async (request, reply) => {
    const machine = await reads.measure();
    return answerPlatform(reads, request, reply, {
      question: HEALTH,
      isOfTenants: false,
      toData: (row) => toHealthReport(row, machine),
    });
  });

  app.get("/api/v1/platform/database", of(DatabaseReport), (request, reply) =>
    answerPlatform(reads, request, reply, {
      question: DATABASE,
      isOfTenants: false,
      toData: toDatabase,
    }),
  );

  app.get("/api/v1/platform/settings", of(PlatformSettings), (request, reply) =>
    answerPlatform(reads, request, reply, {
      question: SETTINGS,
      isOfTenants: false,
      toData: toSettings,
    }),
  );
};

/** What the platform knows about its tenants and the contact messages. */
export const insightRoutes: Routes<Options> = async (app, { reads }) => {
  app.get(
    "/api/v1/platform/analytics",
    { schema: { response: { 200: success(Analytics) } } },
    (request, reply) =>
      answerPlatform(reads, request, reply, {
        question: ANALYTICS,
        isOfTenants: true,
        toData: toAnalytics,
      }),
  );

  app.get(
    "/api/v1/platform/revenue",
    { schema: { response: { 200: success(RevenueOverview) } } },
    (request, reply) =>
      answerPlatform(reads, request, reply, {
        question: REVENUE,
        isOfTenants: true,
        toData: toRevenue,
      }),
  );

  app.get(
    "/api/v1/platform/parked",
    { schema: { response: { 200: success(z.array(ParkedProjection)) } } },
    (request, reply) =>
      answerPlatform(reads, request, reply, {
        question: PARKED,
        isOfTenants: true,
        toData: (rows) => rows.map(toParked),
      }),
  );
};

/** Lists in pages, newest first. */
export const listRoutes: Routes<Options> = async (app, { reads }) => {
  app.get(
    "/api/v1/platform/inbox",
    {
      schema: { querystring: PlatformListQuery, response: { 200: success(pageOf(InboxMessage)) } },
    },
    (request, reply) =>
      answerPage(reads, request, reply, {
        question: INBOX,
        query: request.query,
        toItem: toInboxMessage,
      }),
  );

  app.get(
    "/api/v1/platform/mails",
    { schema: { querystring: MailsQuery, response: { 200: success(pageOf(MailItem)) } } },
    (request, reply) =>
      answerPage(reads, request, reply, {
        question: MAILS,
        query: request.query,
        args: { status: request.query.status ?? null },
        toItem: toMailItem,
      }),
  );

  app.get(
    "/api/v1/platform/access-log",
    {
      schema: { querystring: PlatformListQuery, response: { 200: success(pageOf(AccessLogLine)) } },
    },
    (request, reply) =>
      answerPage(reads, request, reply, {
        question: ACCESS_LOG,
        query: request.query,
        toItem: toAccessLine,
      }),
  );
};
