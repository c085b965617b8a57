import type { Tenant } from "#web/api/platform.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { STATUS_WORDS } from "#web/format/platform-words.ts";
import { useNow } from "#web/state/past.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { TrendFigure } from "#web/ui/chart/trend.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";

import * as styles from "./tenant-tiles.css.ts";

const MONTH_MS = 30 * 86_400_000;

/** Compares the last 30 days with the 30 before. A new tenant has nothing to compare with. */
export function TenantGrowth({ tenant }: { tenant: Tenant }) {
  const now = useNow();
  const isNew = now - Date.parse(tenant.created_at) < MONTH_MS;
  return isNew ? "New" : <TrendFigure percent={tenant.growth} />;
}

/** Shows the tenants as tiles instead of rows. */
export function TenantTiles({ tenants }: { tenants: readonly Tenant[] }) {
  return (
    <Panel>
      <ul className={styles.tiles}>
        {tenants.map((tenant) => {
          const { word, tone } = STATUS_WORDS[tenant.status];
          return (
            <li key={tenant.id} className={styles.tile}>
              <h3 className={styles.name}>{tenant.name}</h3>
              <p className={styles.revenue}>
                <Money minor={tenant.revenueMinor} currency={currencyOf(tenant.currency)} />
              </p>
              <p className={styles.rest}>
                <StatusBadge tone={tone}>{word}</StatusBadge>
                <span>{counted(tenant.users, "user")}</span>
                <TenantGrowth tenant={tenant} />
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
