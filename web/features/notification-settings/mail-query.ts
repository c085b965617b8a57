import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { MailLog } from "#kernel/contract/api/notification.ts";
import type { MailItem } from "#kernel/contract/api/notification.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const Answer = success(MailLog);
const ASKED = "50";

/** The newest mails about the business; read anew each time the page is opened. */
export const mailLogQuery = () =>
  queryOptions({
    queryKey: keys.mailLog.all,
    queryFn: async ({ signal }): Promise<readonly MailItem[]> => {
      const path = `/api/notifications/logs?${new URLSearchParams({ limit: ASKED })}`;
      return (await request(path, Answer, { signal })).data.notifications;
    },
    staleTime: 0,
  });
