import { MailKind } from "#kernel/contract/choices.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { inTransaction, type Pool } from "#kernel/node/postgres/connections.ts";

import { Job } from "./job.ts";
import { QUEUE, type Queue } from "./queue.ts";

/** False where the mail follows from no job that is still known. */
export type SendAgain = (tenantId: TenantId, mailId: string) => Promise<boolean>;

/**
 * Hands the job of a mail over once more. The mail's id follows from the job, so the same mail goes on where it
 * ended; its words and its link are made anew, as they are at every try.
 */
export const createSendAgain =
  ({ pool, queue }: Readonly<{ pool: Pool; queue: Queue }>): SendAgain =>
  (tenantId, mailId) =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ data: unknown }>(
        `select j.data from jobs.job j
          where j.name = $1 and j.data ->> 'tenantId' = $2 and j.state in ('completed', 'failed')`,
        [QUEUE, tenantId],
      );
      const job = rows.map(({ data }) => Job.parse(data)).find(({ key }) => isOf(key, mailId));
      if (!job) return false;
      await queue.add(client, [{ job, seq: 0 }]);
      return true;
    });

const isOf = (key: string, mailId: string): boolean =>
  MailKind.options.some((kind) => derivedId(key, `mail ${kind}`) === mailId);
