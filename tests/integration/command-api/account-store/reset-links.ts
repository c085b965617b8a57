import { CommandId, TenantId } from "#kernel/contract/ids.ts";

import type { openAccountSuite } from "./account-api.ts";

type Suite = Awaited<ReturnType<typeof openAccountSuite>>;

/** The tokens of the requested links, derived from the log like in the mail reaction. */
export async function linksOf(
  { database, api }: Pick<Suite, "database" | "api">,
  tenantId: string,
): Promise<string[]> {
  const rows = await database.rows(
    `select command_id from es.events where tenant_id = $1 and type = 'PasswordResetRequested'
      order by seq`,
    [tenantId],
  );
  const { tokenFor } = api.accounts.mailLinks;
  return rows
    .flat()
    .map((id) => tokenFor("password-reset", TenantId.parse(tenantId), CommandId.parse(id)));
}
