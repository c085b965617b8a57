import type { DatabaseReport } from "#kernel/contract/api/platform.ts";
import { ago } from "#web/api/times.ts";
import { useNow } from "#web/api/use-now.ts";
import { Row, RowList, Section } from "#web/ui/panel.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

type RebuildsProps = { rebuilds: DatabaseReport["rebuilds"] | undefined };

/** Only while one is under way. */
export function Rebuilds({ rebuilds }: RebuildsProps) {
  const now = useNow();
  if (rebuilds === undefined || rebuilds.length === 0) return undefined;
  return (
    <Section title="Rebuilds under way">
      <RowList>
        {rebuilds.map(({ projection, started_at: at }) => (
          <Row
            key={projection}
            title={projection}
            end={<StatusBadge tone="waiting">Rebuilding</StatusBadge>}
            endSub={<time dateTime={at}>{ago(Date.parse(at), now)}</time>}
          />
        ))}
      </RowList>
    </Section>
  );
}
