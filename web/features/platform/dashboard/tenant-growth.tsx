import type { Tenant } from "#web/api/platform.ts";
import { useNow } from "#web/api/use-now.ts";
import { TrendFigure } from "#web/ui/trend.tsx";

const MONTH_MS = 30 * 86_400_000;

/** Of the last 30 days against the 30 before; a new shop has nothing before. */
export function TenantGrowth({ tenant }: { tenant: Tenant }) {
  const now = useNow();
  const isNew = now - Date.parse(tenant.created_at) < MONTH_MS;
  return isNew ? "New" : <TrendFigure percent={tenant.growth} />;
}
