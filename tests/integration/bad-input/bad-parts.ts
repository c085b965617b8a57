/** A bad value, and the status of its answer where that is not 400. */
export type Bad = readonly [what: string, value: unknown, status?: number];

/** Written into the JSON literally: JavaScript has no value that serializes to it. */
const literal = (text: string): string => `@literal:${text}@`;

export const MISSING: Bad = ["missing", undefined];
export const NUL = "a\u0000b";
const SURROGATE = "a\ud800b";

export const WRONG_TYPES: readonly Bad[] = [
  ["true", true],
  ["a list", ["1"]],
  ["an object", { $ne: 1 }],
];
export const UNSTORABLE: readonly Bad[] = [
  ["a NUL", NUL],
  ["a lone surrogate", SURROGATE],
  ["a control character", "a\u001bb"],
];
export const EMPTY: readonly Bad[] = [
  ["null", null],
  ["nothing", ""],
];
export const BLANK: Bad = ["blanks", "  "];

export const optionalText: readonly Bad[] = [
  ...WRONG_TYPES,
  ...UNSTORABLE,
  ["a number", 7],
  ["huge", "x".repeat(10_000)],
];
export const number: readonly Bad[] = [
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
export const optionalPrice: readonly Bad[] = [
  ...number,
  ["negative", -0.01],
  ["negative as text", "-1"],
  ["3 decimals", 1.001],
  ["3 decimals as text", "1.005"],
  ["many decimals", literal("0.30000000000000004")],
  ["too large", 10_000_000],
  ["with a comma", "1,000"],
];
export const optionalStock: readonly Bad[] = [
  ...number,
  ["negative", -1, 409],
  ["1 decimal", 1.5],
  ["3 decimals as text", "1.001"],
  ["too large", 2_147_483_648],
];
export const optionalChoice: readonly Bad[] = [
  ...WRONG_TYPES,
  ["nothing", ""],
  ["a number", 7],
  ["null", null],
  ["none of them", "shells"],
  ["a NUL", NUL],
  ["a name of every object", "constructor"],
];
export const knownId: readonly Bad[] = [
  ["no id", "7", 404],
  ["a NUL", NUL, 404],
  ["a lone surrogate", SURROGATE, 404],
  ["SQL", "' or true --", 404],
  ["unknown", "018f0a00-0000-7000-8000-0000000000ff", 404],
  ["huge", "x".repeat(10_000)],
];
export const optionalId: readonly Bad[] = [...WRONG_TYPES, ["a number", 7], ...knownId];

export const triedPassword = (refused: number): readonly Bad[] => [
  MISSING,
  ...EMPTY,
  ...WRONG_TYPES,
  ["a number", 7],
  ["wrong", "wrong horse", refused],
  ["a NUL", NUL, refused],
  ["huge", "x".repeat(10_000)],
];
