/** A bad value, and where it is not 400 what it is answered with. */
type Bad = readonly [what: string, value: unknown, status?: number];

/** Written into the JSON as they stand: no value of JavaScript is spelled so. */
const literal = (text: string): string => `@literal:${text}@`;
export const toJson = (body: unknown): string =>
  JSON.stringify(body).replace(/"@literal:([^@]*)@"/g, "$1");

const MISSING: Bad = ["missing", undefined];
const NUL = "a\u0000b";
const SURROGATE = "a\ud800b";

const WRONG_TYPES: readonly Bad[] = [
  ["true", true],
  ["a list", ["1"]],
  ["an object", { $ne: 1 }],
];
const UNSTORABLE: readonly Bad[] = [
  ["a NUL", NUL],
  ["a lone surrogate", SURROGATE],
  ["a control character", "a\u001bb"],
];
const EMPTY: readonly Bad[] = [
  ["null", null],
  ["nothing", ""],
];
const BLANK: Bad = ["blanks", "  "];

const optionalText: readonly Bad[] = [
  ...WRONG_TYPES,
  ...UNSTORABLE,
  ["a number", 7],
  ["huge", "x".repeat(10_000)],
];
const number: readonly Bad[] = [
  ...WRONG_TYPES,
  ["null", null],
  BLANK,
  ["words", "many"],
  ["a NUL", NUL],
  ["a lone surrogate", SURROGATE],
  ["no number", "NaN"],
  ["hexadecimal", "0x10"],
  ["an exponent as text", "1e3"],
  ["infinite", literal("1e400")],
  ["infinite as text", "Infinity"],
  ["more than a number holds", literal("9007199254740993")],
  ["huge", 1e308],
  ["huge as text", "9".repeat(400)],
  ["minus 0", literal("-0")],
];
const optionalPrice: readonly Bad[] = [
  ...number,
  ["negative", -0.01],
  ["negative as text", "-1"],
  ["3 decimals", 1.001],
  ["3 decimals as text", "1.005"],
  ["many decimals", literal("0.30000000000000004")],
  ["too large", 10_000_000],
  ["with a comma", "1,000"],
];
const optionalStock: readonly Bad[] = [
  ...number,
  ["negative", -1, 409],
  ["1 decimal", 1.5],
  ["3 decimals as text", "1.001"],
  ["too large", 2_147_483_648],
];
const optionalChoice: readonly Bad[] = [
  ...WRONG_TYPES,
  ["nothing", ""],
  ["a number", 7],
  ["null", null],
  ["none of them", "shells"],
  ["a NUL", NUL],
  ["a name of every object", "constructor"],
];
const knownId: readonly Bad[] = [
  ["no id", "7", 404],
  ["a NUL", NUL, 404],
  ["a lone surrogate", SURROGATE, 404],
  ["SQL", "' or true --", 404],
  ["nobody's", "018f0a00-0000-7000-8000-0000000000ff", 404],
  ["huge", "x".repeat(10_000)],
];
const optionalId: readonly Bad[] = [...WRONG_TYPES, ["a number", 7], ...knownId];

/** Which values each kind of field must refuse. */
export const BAD = {
  text: [MISSING, ...EMPTY, BLANK, ...optionalText],
  changedText: [...EMPTY, BLANK, ...optionalText],
  optionalText,
  email: [MISSING, ...EMPTY, ...optionalText, ["no address", "ama.example"]],
  optionalEmail: [...optionalText, ["no address", "ama.example"]],
  triedEmail: [
    MISSING,
    ...EMPTY,
    ...WRONG_TYPES,
    ["a number", 7],
    ...UNSTORABLE,
    ["nobody's", "nobody@shops.example", 401],
    ["huge", "x".repeat(10_000)],
  ],
  newPassword: [
    MISSING,
    ...EMPTY,
    ...WRONG_TYPES,
    ["short", "1234567"],
    ["huge", "x".repeat(10_000)],
  ],
  triedPassword: [
    MISSING,
    ...EMPTY,
    ...WRONG_TYPES,
    ["a number", 7],
    ["wrong", "wrong horse", 401],
    ["a NUL", NUL, 401],
    ["huge", "x".repeat(10_000)],
  ],
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
  queryId: [["missing", undefined], ["nothing", ""], ...knownId],
  querySaleId: [["missing", undefined, 404], ["nothing", "", 404], ...knownId],
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
  /** Also where it is right: it needs its other end. */
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
