import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Notifications } from "#kernel/contract/api/notification.ts";
import type { NotificationItem } from "#kernel/contract/api/notification.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const Answer = success(Notifications);

/** What the server told this person, on every device the same. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: keys.notifications.all,
    queryFn: async ({ signal }): Promise<readonly NotificationItem[]> =>
      (await request("/api/v1/notifications", Answer, { signal })).data.notifications,
  });
