import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

const LEVELS = ["all", "out", "low", "medium", "good"] as const;
export type LevelFilter = (typeof LEVELS)[number];

/** The chosen stock level. */
export function useLevel() {
  const { value, choose } = useChoiceParam("level", LEVELS);
  return { level: value, choose };
}
