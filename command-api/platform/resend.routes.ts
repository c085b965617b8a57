import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ResendMailRequest } from "#kernel/contract/api/platform/lists.ts";
import { CommandId, MailId, TenantId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import { requestFields, logAccess } from "#kernel/node/access-log.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

export type ResendOptions = Readonly<{
  store: EventStore;
  /** As a role that may write the access log. */
  pool: Pool;
  clock: Clock;
  /** False when the job of the email is no longer known. */
  sendAgain: (tenantId: TenantId, mailId: string) => Promise<boolean>;
}>;

const TEXTS: RejectionTexts<"mail-not-found" | "mail-not-failed" | "mail-not-repeatable"> = {
  "mail-not-found": "Email not found",
  "mail-not-failed": "This email did not fail.",
  "mail-not-repeatable": "This email cannot be sent again.",
};

/**
 * The part of an email's snapshot that is needed here, read by shape because slices do not import
 * each other.
 */
const MailHead = z.object({ status: z.string() });

/** For super admins. */
export const resendRoutes: Routes<ResendOptions> = async (
  app,
  { store, pool, clock, sendAgain },
) => {
  app.post(
    "/api/v1/platform/mails/:id/resend",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: ResendMailRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      const refuse = (code: keyof typeof TEXTS) => sendRejection(reply, reject(code), TEXTS);
      const mailId = MailId.safeParse(request.params.id).data;
      const tenantId = TenantId.safeParse(request.body.tenant_id).data;
      if (!mailId || !tenantId) return refuse("mail-not-found");
      const status = await statusOf(store, tenantId, mailId);
      if (status === undefined) return refuse("mail-not-found");
      if (status !== "failed") return refuse("mail-not-failed");
      await logAccess(pool, {
        ...requestFields(request, clock),
        action: "mail-resent",
        result: "begun",
        tenantId,
        target: mailId,
      });
      if (!(await sendAgain(tenantId, mailId))) return refuse("mail-not-repeatable");
      return {
        success: true as const,
        message: "Resending the email",
        data: { id: mailId },
      };
    },
  );
};

async function statusOf(
  store: EventStore,
  tenantId: TenantId,
  mailId: MailId,
): Promise<string | undefined> {
  const commandId = CommandId.parse(newId());
  const { heads } = await store.load({ tenantId, commandId, streams: [mailId] });
  const [head] = heads;
  return head?.streamType === "mail" ? MailHead.safeParse(head.state).data?.status : undefined;
}
