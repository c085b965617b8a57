import type { HealthReport } from "#kernel/contract/api/platform/figures.ts";
import { counted } from "#web/format/counts.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";
import { bytesText } from "#web/ui/layout/sizes.ts";

type BackupsProps = { report: Pick<HealthReport, "backup" | "restore_test"> };

const DAY_MS = 86_400_000;

/** Age and size of the last backup, and its last test restore. */
export function Backups({ report: { backup, restore_test: test } }: BackupsProps) {
  const now = useNow();
  if (backup === null) {
    return (
      <RowList>
        <EmptyRow>No backup yet. Run npm run backup.</EmptyRow>
      </RowList>
    );
  }
  const isRecent = now - Date.parse(backup.taken_at) < DAY_MS + DAY_MS / 12;
  return (
    <RowList>
      <Row
        title="Last backup"
        sub={`${bytesText(backup.bytes)}, ${counted(backup.events, "event")} of ${counted(backup.tenants, "tenant")}`}
        end={
          <StatusBadge tone={isRecent ? "well" : "wrong"}>
            {isRecent ? "Recent" : "Too old"}
          </StatusBadge>
        }
        endSub={<time dateTime={backup.taken_at}>{ago(Date.parse(backup.taken_at), now)}</time>}
      />
      {test === null || test.tested_at === null ? (
        <EmptyRow>None has been test-restored yet.</EmptyRow>
      ) : (
        <Row
          title="Last restore test"
          sub={test.test_error ?? "Test-restored, compared with its manifest, every chain verified"}
          end={
            <StatusBadge tone={test.test_ok ? "well" : "wrong"}>
              {test.test_ok ? "OK" : "Verification failed"}
            </StatusBadge>
          }
          endSub={<time dateTime={test.tested_at}>{ago(Date.parse(test.tested_at), now)}</time>}
        />
      )}
    </RowList>
  );
}
