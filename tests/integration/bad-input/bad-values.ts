import { BAD_IN_CATALOGUE } from "./bad-catalogue-values.ts";
import {
  type Bad,
  MISSING,
  NUL,
  WRONG_TYPES,
  UNSTORABLE,
  EMPTY,
  BLANK,
  optionalText,
  number,
  optionalPrice,
  optionalStock,
  optionalChoice,
  knownId,
  optionalId,
  triedPassword,
} from "./bad-parts.ts";
import { BAD_SETTINGS } from "./bad-settings.ts";

export const toJson = (body: unknown): string =>
  JSON.stringify(body).replace(/"@literal:([^@]*)@"/g, "$1");

/** The values that each kind of field must refuse. */
export const BAD = {
  ...BAD_SETTINGS,
  text: [MISSING, ...EMPTY, BLANK, ...optionalText],
  changedText: [...EMPTY, BLANK, ...optionalText],
  optionalText,
  email: [MISSING, ...EMPTY, ...optionalText, ["no address", "ama.example"]],
  changedEmail: [...EMPTY, ...optionalText, ["no address", "ama.example"]],
  optionalEmail: [...optionalText, ["no address", "ama.example"]],
  triedEmail: [
    MISSING,
    ...EMPTY,
    ...WRONG_TYPES,
    ["a number", 7],
    ...UNSTORABLE,
    ["unknown", "unknown@shops.example", 401],
    ["huge", "x".repeat(10_000)],
  ],
  newPassword: [
    MISSING,
    ...EMPTY,
    ...WRONG_TYPES,
    ["short", "1234567"],
    ["huge", "x".repeat(10_000)],
  ],
  triedPassword: triedPassword(401),
  ownPassword: triedPassword(403),
  price: [MISSING, ["nothing", ""], ...optionalPrice],
  optionalPrice,
  stock: [MISSING, ["nothing", ""], ...optionalStock],
  optionalStock,
  expectedStock: optionalStock.filter(([, value]) => value !== -1),
  quantity: [
    MISSING,
    ["nothing", ""],
    ...number,
    ["0", 0],
    ["negative", -1],
    ["1 decimal", 1.5],
    ["3 decimals as text", "1.001"],
    ["too large", 1_000_001],
  ],
  choice: [MISSING, ...optionalChoice],
  optionalChoice,
  absentChoice: optionalChoice.filter(([, value]) => value !== ""),
  id: [MISSING, ["null", null], ["nothing", "", 404], ...optionalId],
  optionalId,
  items: [
    MISSING,
    ["null", null],
    ["none", []],
    ["a text", "[]"],
    ["an object", { 0: {} }],
    ["a list of nothing", [null]],
    ["more than 200", Array.from({ length: 201 }, () => ({}))],
  ],
  moment: [
    ...WRONG_TYPES,
    ["a number", 7],
    ["null", null],
    ["words", "yesterday"],
    ["a day", "2026-01-01"],
    ["no day", "2026-02-30T10:00:00Z"],
    ["without a zone", "2026-01-01T10:00:00"],
    ["huge", "+275760-09-13T00:00:00.000Z"],
    ["far ahead", "9999-12-31T23:59:59Z"],
    ["before all time", "0001-01-01T00:00:00Z"],
    ["a NUL", NUL],
  ],
  key: [...WRONG_TYPES, ["a number", 7], ["null", null], ["no UUID", "7"], ["a NUL", NUL]],
  pathId: knownId,
  queryId: [["missing", undefined], ["nothing", ""], ...knownId],
  querySaleId: [["missing", undefined, 404], ["nothing", "", 404], ...knownId],
  /** A price that null clears. */
  optionalAmount: optionalPrice.filter(([, value]) => value !== null),
  wholeAmount: optionalStock
    .filter(([, value, status]) => status === undefined && value !== null)
    .concat([["negative", -1]]),
  ...BAD_IN_CATALOGUE,
  count: [
    ["0", "0"],
    ["negative", "-1"],
    ["3 decimals", "1.001"],
    ["words", "many"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
  period: [
    ["another", "8"],
    ["negative", "-7"],
    ["decimals", "7.000"],
    ["words", "today"],
    ["a NUL", NUL],
    ["huge", "7".repeat(400)],
  ],
  /** Also refused where it is valid: it needs its other end. */
  day: [
    ["alone", "2026-01-01"],
    ["no day", "2026-02-30"],
    ["words", "today"],
    ["a NUL", NUL],
    ["huge", "9".repeat(400)],
  ],
} as const satisfies Readonly<Record<string, readonly Bad[]>>;

export type Kind = keyof typeof BAD;
export const badValues = (kind: Kind): readonly Bad[] => BAD[kind];
