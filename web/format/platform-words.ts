import type { Plan, TenantStatus } from "#kernel/contract/choices.ts";

/** How a business stands, in a word and a tone. */
export const STATUS_WORDS = {
  active: { word: "Active", tone: "well" },
  pending: { word: "Pending", tone: "waiting" },
  suspended: { word: "Suspended", tone: "wrong" },
} as const satisfies Record<TenantStatus, object>;

/** The plans as the platform calls them, with the names they are sold under (R17). */
export const PLAN_WORDS = {
  basic: { word: "basic", soldAs: "Free" },
  premium: { word: "premium", soldAs: "Basic" },
  enterprise: { word: "enterprise", soldAs: "Pro" },
} as const satisfies Record<Plan, object>;

const HIGH_PERCENT = 80;
const LOW_PERCENT = 99;

type Part = "cpu" | "memory" | "disk" | "network" | "database" | "api";

/** Of the machine a part is in use, of the rest a part succeeded: the one should be low, the other high. */
const PARTS: readonly { part: Part; name: string; isUse: boolean; usual?: number }[] = [
  { part: "cpu", name: "CPU", isUse: true },
  { part: "memory", name: "Memory", isUse: true },
  { part: "disk", name: "Disk", isUse: true },
  { part: "network", name: "Network", isUse: false },
  { part: "database", name: "Database", isUse: false, usual: 99.9 },
  { part: "api", name: "API", isUse: false, usual: 99.7 },
];

export const USUAL_UPTIME = 99.8;
/** Beside a figure that nobody measured. */
export const DEFAULT_MARK = "(default)";

type Measured = Partial<Record<Part, number | undefined>>;
type Meaning = Readonly<Record<Part, string>>;

/** The six gauges; a figure that is missing is the usual one and says so. */
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

/** The gauges before anything is known of them. */
export const waitingGauges = PARTS.map(({ name }) => ({ name, percent: undefined }));
