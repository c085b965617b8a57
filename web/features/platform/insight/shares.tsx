import { counted } from "#web/format/counts.ts";
import { ChartBar } from "#web/ui/chart/chart.tsx";
import { Count } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Row, RowList, Section } from "#web/ui/layout/panel.tsx";

type SharesProps = {
  title: string;
  rows: readonly Readonly<{ name: string; count: number }>[] | undefined;
};

const WAITING_ROWS = 3;

/** Tenants of each kind as a share of all. */
export function Shares({ title, rows }: SharesProps) {
  const all = Math.max(1, rows?.reduce((sum, { count }) => sum + count, 0) ?? 1);
  return (
    <Section title={title}>
      {rows === undefined ? (
        <SkeletonRows rows={WAITING_ROWS} kind="ranking" />
      ) : (
        <RowList>
          {rows.map(({ name, count }) => (
            <Row
              key={name}
              title={name}
              sub={`${Math.round((count / all) * 100)}% of ${counted(all, "tenant")}`}
              end={<Count>{count.toLocaleString("en-GH")}</Count>}
              below={<ChartBar part={count / all} />}
            />
          ))}
        </RowList>
      )}
    </Section>
  );
}
