import { useSearchParams } from "wouter";
import * as z from "zod/mini";

const Level = z.enum(["all", "out", "low", "medium", "good"]);
export type LevelFilter = z.infer<typeof Level>;

/** The chosen stock level, kept in the address so that a reload and a link find it again. */
export function useLevel() {
  const [params, setParams] = useSearchParams();
  const choose = (level: LevelFilter) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (level === "all") next.delete("level");
        else next.set("level", level);
        return next;
      },
      { replace: true },
    );
  return { level: Level.safeParse(params.get("level")).data ?? "all", choose };
}
