import { LevelBars } from "#web/parts/level-badge.tsx";
import { LEVEL_WORDS } from "#web/parts/stock/counted.ts";
import { Chips } from "#web/ui/button/chips.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import type { StockSummary } from "./stock-summary.ts";

const LEVELS = ["all", "out", "low", "medium", "good"] as const;
export type LevelFilter = (typeof LEVELS)[number];

export function useLevel() {
  const { value, choose } = useChoiceParam("level", LEVELS);
  return { level: value, choose };
}

const BANDS = ["out", "low", "medium", "good"] as const;

type LevelChipsProps = {
  summary: StockSummary | undefined;
  level: LevelFilter;
  onLevel: (level: LevelFilter) => void;
};

export function LevelChips({ summary, level, onLevel }: LevelChipsProps) {
  return (
    <Chips<LevelFilter>
      legend="Stock level"
      value={level}
      onChange={onLevel}
      chips={[
        { value: "all", label: "All", count: summary?.all },
        ...BANDS.map((band) => ({
          value: band,
          label: LEVEL_WORDS[band],
          mark: <LevelBars level={band} />,
          count: summary?.counts[band],
        })),
      ]}
    />
  );
}
