import type { Bad } from "./bad-parts.ts";

const NUL = "a\u0000b";
const WRONG_TYPES: readonly Bad[] = [
  ["true", true],
  ["a text", "1"],
  ["an object", { $ne: 1 }],
];

/** Fields and parameters that only products and sales have. */
export const BAD_IN_CATALOGUE = {
  flag: [
    ["a number", 1],
    ["a text", "yes"],
    ["null", null],
    ["a list", [true]],
  ],
  barcodes: [
    ["true", true],
    ["an object", { $ne: 1 }],
    ["a text", "600100"],
    ["a list of nothing", [null]],
    ["an empty one", [""]],
    ["a NUL in one", [NUL]],
    ["more than 20", Array.from({ length: 21 }, (_, index) => String(index))],
  ],
  unit: [
    ...WRONG_TYPES,
    ["a text", "yard"],
    ["without a name", { name: "", per_unit: 2 }],
    ["of no parts", { name: "yard", per_unit: 0 }],
    ["of half a part", { name: "yard", per_unit: 0.5 }],
    ["of too many parts", { name: "yard", per_unit: 1_000_001 }],
  ],
  discounts: [
    ...WRONG_TYPES,
    ["null", null],
    ["a list of nothing", [null]],
    ["an empty one", [{}]],
    ["of two kinds", [{ amount: 1, percent: 1 }]],
    ["negative", [{ amount: -1 }]],
    ["of more than all", [{ percent: 101 }]],
    ["of no item", [{ item: 9, percent: 1 }]],
    ["of an item before the first", [{ item: -1, percent: 1 }]],
    ["more than 200", Array.from({ length: 201 }, () => ({ percent: 1 }))],
  ],
  tenders: [
    ...WRONG_TYPES,
    ["null", null],
    ["none", []],
    ["a list of nothing", [null]],
    ["negative", [{ method: "cash", amount: -13.5 }]],
    ["in shells", [{ method: "shells", amount: 13.5 }]],
    ["with less given", [{ method: "cash", amount: 13.5, given: 13.49 }]],
    ["with a card handed over", [{ method: "card", amount: 13.5, given: 20 }]],
    ["of another sum", [{ method: "cash", amount: 13.49 }], 409],
    ["more than 20", Array.from({ length: 21 }, () => ({ method: "cash", amount: 1 }))],
  ],
  search: [
    ["a NUL", NUL],
    ["huge", "x".repeat(201)],
  ],
  since: [
    ["words", "yesterday"],
    ["a day", "2026-01-01"],
    ["no day", "2026-02-30T10:00:00Z"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
  asOf: [
    ["0", "0"],
    ["negative", "-1"],
    ["3 decimals", "1.001"],
    ["words", "yesterday"],
    ["a day", "2026-01-01"],
    ["without a zone", "2026-01-01T10:00:00"],
    ["far ahead", "9999-12-31T23:59:59Z"],
    ["an event that is not there yet", "999999999"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
  figure: [
    ["another", "moon"],
    ["one of a list", "sales"],
    ["one that needs to know which hour", "hour.total"],
    ["a NUL", NUL],
  ],
  cursor: [
    ["words", "next page"],
    ["not a cursor", "abc"],
    ["a cursor without an id", "WzFd"],
    ["a NUL", NUL],
  ],
  amountAsked: [
    ["words", "many"],
    ["negative", "-1"],
    ["3 decimals", "1.005"],
    ["no number", "NaN"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
  dayAsked: [
    ["no day", "2026-02-30"],
    ["the year 0", "0000-01-01"],
    ["words", "today"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
  yesNo: [
    ["a number", "1"],
    ["words", "yes"],
    ["a NUL", NUL],
  ],
} as const satisfies Readonly<Record<string, readonly Bad[]>>;
