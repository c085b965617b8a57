import { Written } from "#kernel/contract/api/envelope.ts";
import type { TenantStatus } from "#kernel/contract/choices.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

import type { addRequest, changeRequest } from "./tenant-form.ts";

type Change = NonNullable<ReturnType<typeof changeRequest>>;

export type SaveTenant = Readonly<{
  /** Of the business that is changed; a new one has none yet. */
  id?: string;
  json: ReturnType<typeof addRequest> | Change | { status: TenantStatus; reason?: string };
}>;

/** Adds a business, or changes one. Answers with its id. */
export const useSaveTenant = () =>
  useCommand(
    async ({ id, json }: SaveTenant, commandKey) => {
      const [method, path] =
        id === undefined
          ? (["POST", "/api/super-admin.php/tenant"] as const)
          : (["PUT", `/api/super-admin.php/${encodeURIComponent(id)}`] as const);
      return (await request(path, Written, { method, json, commandKey })).data.id;
    },
    [keys.platform.all],
  );
