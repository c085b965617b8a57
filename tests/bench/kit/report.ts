type Target = Readonly<{ atLeast: number } | { atMost: number }>;

export type Finding = Readonly<{ name: string; value: number; target: Target; unit?: string }>;

/** Tab-separated name, value, target, `ok` or `short`: the last lines of a bench, for scripts. */
function reportLine({ name, value, target, unit = "" }: Finding): string {
  const wanted = "atLeast" in target ? `>= ${target.atLeast}${unit}` : `<= ${target.atMost}${unit}`;
  return [name, `${rounded(value)}${unit}`, wanted, isMet(value, target) ? "ok" : "short"].join(
    "\t",
  );
}

/** The last lines of a bench. */
export function printReport(
  findings: readonly Finding[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): void {
  write(`\n${findings.map((finding) => `${reportLine(finding)}\n`).join("")}`);
}

/** Judges the value itself, not its rounding; NaN meets no target. */
function isMet(value: number, target: Target): boolean {
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
