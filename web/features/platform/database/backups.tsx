import type { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import { counted } from "#web/format/counts.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { EmptyRow, Row, RowList, Section } from "#web/ui/layout/panel.tsx";
import { bytesText } from "#web/ui/layout/sizes.ts";

type Backup = DatabaseReport["backups"][number];

/** The last 14 backups with their test results. Backup and restore run on the server. */
export function Backups({ backups }: { backups: readonly Backup[] | undefined }) {
  const now = useNow();
  return (
    <Section title="Backups">
      {backups === undefined ? (
        <SkeletonRows rows={2} kind="list" />
      ) : (
        <RowList>
          {backups.map((backup) => (
            <Row
              key={backup.id}
              title={
                <time dateTime={backup.taken_at}>{ago(Date.parse(backup.taken_at), now)}</time>
              }
              sub={`${bytesText(backup.bytes)}, ${counted(backup.events, "event")} of ${counted(backup.tenants, "tenant")}`}
              end={<Tested ok={backup.test_ok} />}
              endSub={backup.test_error ?? undefined}
            />
          ))}
          {backups.length === 0 && <EmptyRow>No backup yet. Run npm run backup.</EmptyRow>}
        </RowList>
      )}
    </Section>
  );
}

function Tested({ ok }: { ok: boolean | null }) {
  if (ok === null) return <StatusBadge tone="waiting">Not tested</StatusBadge>;
  return (
    <StatusBadge tone={ok ? "well" : "wrong"}>{ok ? "OK" : "Verification failed"}</StatusBadge>
  );
}
