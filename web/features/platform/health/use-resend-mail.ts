import { Written } from "#kernel/contract/api/envelope.ts";
import type { MailItem } from "#kernel/contract/api/platform-lists.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

/** A mail that failed is tried once more. */
export const useResendMail = () =>
  useCommand(
    ({ id, tenant_id }: Pick<MailItem, "id" | "tenant_id">, commandKey) =>
      request(`/api/v1/platform/mails/${encodeURIComponent(id)}/resend`, Written, {
        method: "POST",
        json: { tenant_id },
        commandKey,
      }),
    [keys.platform.mails],
  );
