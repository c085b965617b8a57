const HIGH_PERCENT = 80;
const LOW_PERCENT = 99;

type Part = "cpu" | "memory" | "disk" | "network" | "database" | "api";

/**
 * `isUse`: a use of the machine, which should be low. The others are success rates, which should
 * be high. `usual` replaces a missing figure.
 */
const PARTS: readonly { part: Part; name: string; isUse: boolean; usual?: number }[] = [
  { part: "cpu", name: "CPU", isUse: true },
  { part: "memory", name: "Memory", isUse: true },
  { part: "disk", name: "Disk", isUse: true },
  { part: "network", name: "Network", isUse: false },
  { part: "database", name: "Database", isUse: false, usual: 99.9 },
  { part: "api", name: "API", isUse: false, usual: 99.7 },
];

export const USUAL_UPTIME = 99.8;
/** Shown beside a figure that was not measured. */
export const DEFAULT_MARK = "(default)";

type Measured = Partial<Record<Part, number | undefined>>;
type Meaning = Readonly<Record<Part, string>>;

/** The six gauges. A missing figure gets its usual value and the default mark. */
export const gaugesOf = (measured: Measured, meaning?: Meaning) =>
  PARTS.map(({ part, name, isUse, usual }) => {
    const percent = measured[part] ?? usual;
    const isOdd = (value: number) => (isUse ? value >= HIGH_PERCENT : value < LOW_PERCENT);
    return {
      name,
      percent,
      high: percent !== undefined && isOdd(percent),
      mark: measured[part] === undefined && percent !== undefined ? DEFAULT_MARK : undefined,
      note: meaning?.[part],
    };
  });

/** The gauges while loading. */
export const waitingGauges = PARTS.map(({ name }) => ({ name, percent: undefined }));
