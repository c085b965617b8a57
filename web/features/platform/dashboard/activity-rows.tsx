import type { ActivityItem } from "#kernel/contract/api/platform/figures.ts";
import { ago, shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";
import { EmptyRow, RowList } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./activity-rows.css.ts";

const BY_TYPE: Partial<Record<ActivityItem["type"], IconName>> = {
  tenant_created: "store",
  payment_received: "coins",
  system_alert: "warning",
  user_suspended: "shield",
  backup_completed: "database",
};
const BY_STATUS: Record<ActivityItem["status"], IconName> = {
  success: "check",
  warning: "warning",
  info: "info",
};

const toneOf = ({ type, status }: ActivityItem) =>
  type === "user_suspended" ? "wrong" : status === "warning" ? "warning" : "calm";

/** Platform activity, newest first. */
export function ActivityRows({ items }: { items: readonly ActivityItem[] }) {
  const now = useNow();
  return (
    <RowList>
      {items.map((item) => (
        <li key={item.id} className={styles.row}>
          <span className={styles.icon[toneOf(item)]}>
            <Icon name={BY_TYPE[item.type] ?? BY_STATUS[item.status]} />
          </span>
          <p className={styles.message}>
            {item.status === "warning" && <VisuallyHidden>Warning: </VisuallyHidden>}
            {item.message}
          </p>
          <time
            className={styles.time}
            dateTime={item.time}
            title={shopTime(item.time, undefined, now)}
          >
            {ago(Date.parse(item.time), now)}
          </time>
        </li>
      ))}
      {items.length === 0 && (
        <EmptyRow>No activity yet. Changes on the platform will appear here.</EmptyRow>
      )}
    </RowList>
  );
}
