import { TenantId } from "#kernel/contract/ids.ts";
import { auditorSettings } from "#standalone/operator/audit/open-log.ts";
import { compareReadModels } from "#standalone/operator/audit/read-models.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";

/**
 * The rows of all read models of these tenants that differ from those that the log makes, as `npm
 * run audit -- replay` finds them. Without the key, personal data is not compared.
 */
export async function differingRows(
  adminUrl: string,
  tenantIds: readonly string[],
  dataKey?: Buffer,
): Promise<number> {
  const compared = await compareReadModels(
    {
      connection: { ...connectionAs("auditor_ro", adminUrl), settings: auditorSettings },
      dataKey,
      signedHeadKeys: undefined,
      close: () => Promise.resolve(),
    },
    {
      tenants: tenantIds.map((id) => TenantId.parse(id)),
      lanes: 1,
      onEvents: () => undefined,
    },
  );
  const skipped = compared.flatMap(({ passedOver }) => passedOver);
  if (skipped.length > 0) throw new Error(`not compared: ${skipped.join(", ")}`);
  return compared.reduce((sum, { wrong }) => sum + wrong.length, 0);
}
