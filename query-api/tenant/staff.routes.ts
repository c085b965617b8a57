import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { StaffItem } from "#kernel/contract/api/staff.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { STAFF, toStaffItem } from "./staff.query.ts";

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
