// Encodes a column of many rows as a binary Postgres array, which the server does not have to
// parse. Header: dimensions, null flag, type, length, first index. Then each element with its
// length in front.

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL = -1;
const MOST_BYTES_A_CHARACTER = 3;

type Writer = Readonly<{
  /** The type's oid in `pg_type`, the same in every Postgres. */
  oid: number;
  /** Appends the value; throws if the column cannot hold it. */
  write: (value: unknown) => void;
}>;

/** Shared by all calls, since encoding is synchronous. Grows to the largest column so far. */
let bytes = Buffer.allocUnsafe(1 << 16);
let end = 0;

function makeRoom(more: number): void {
  if (end + more <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, end + more));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
}

const refuse = (type: string, value: unknown): Error =>
  new Error(`${JSON.stringify(value)} is not a ${type}`);

function writeText(value: unknown): void {
  if (typeof value !== "string") throw refuse("text", value);
  makeRoom(value.length * MOST_BYTES_A_CHARACTER);
  end += bytes.write(value, end);
}

const NO_DIGIT = 255;
const HEX = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});
const UUID_LENGTH = 36;
const UUID_BYTES = 16;
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const UUID_DASHES = [8, 13, 18, 23];

/** Validates while it writes; a regular expression would double the time. */
function writeUuid(value: unknown): void {
  if (typeof value !== "string" || value.length !== UUID_LENGTH) throw refuse("uuid", value);
  makeRoom(UUID_BYTES);
  let highest = 0;
  for (const digit of UUID_DIGITS) {
    const high = HEX[value.charCodeAt(digit)] ?? NO_DIGIT;
    const low = HEX[value.charCodeAt(digit + 1)] ?? NO_DIGIT;
    highest = Math.max(highest, high, low);
    bytes[end++] = high * 16 + low;
  }
  const isUuid = highest < 16 && UUID_DASHES.every((at) => value[at] === "-");
  if (!isUuid) throw refuse("uuid", value);
}

function writeBytea(value: unknown): void {
  if (!Buffer.isBuffer(value)) throw refuse("bytea", value);
  makeRoom(value.length);
  end += value.copy(bytes, end);
}

function writeSmallint(value: unknown): void {
  if (typeof value !== "number" || !Number.isInteger(value)) throw refuse("smallint", value);
  makeRoom(2);
  end = bytes.writeInt16BE(value, end);
}

function writeInt(value: unknown): void {
  if (typeof value !== "number" || !Number.isInteger(value)) throw refuse("int", value);
  makeRoom(4);
  end = bytes.writeInt32BE(value, end);
}

const UPPER = 2 ** 32;

/** Accepts a string of digits too, because key columns hold a bigint as a string. */
function writeBigint(value: unknown): void {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  const isWhole = typeof number === "number" && Number.isSafeInteger(number);
  if (!isWhole || (number !== value && String(number) !== value)) throw refuse("bigint", value);
  makeRoom(8);
  const upper = Math.floor(number / UPPER);
  end = bytes.writeInt32BE(upper, end);
  end = bytes.writeUInt32BE(number - upper * UPPER, end);
}

function writeBoolean(value: unknown): void {
  if (typeof value !== "boolean") throw refuse("boolean", value);
  makeRoom(1);
  bytes[end++] = Number(value);
}

const DAY_MS = 86_400_000;
const DATE_LENGTH = "2026-03-10".length;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);

function writeDate(value: unknown): void {
  const ms = typeof value === "string" ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // `Date.parse` accepts 30 February.
  const isDay = !Number.isNaN(ms) && value === new Date(ms).toISOString().slice(0, DATE_LENGTH);
  if (!isDay) throw refuse("date", value);
  makeRoom(4);
  end = bytes.writeInt32BE((ms - FIRST_DAY_MS) / DAY_MS, end);
}

const WRITERS: Readonly<Record<string, Writer>> = {
  uuid: { oid: 2950, write: writeUuid },
  text: { oid: 25, write: writeText },
  bytea: { oid: 17, write: writeBytea },
  smallint: { oid: 21, write: writeSmallint },
  int: { oid: 23, write: writeInt },
  bigint: { oid: 20, write: writeBigint },
  boolean: { oid: 16, write: writeBoolean },
  date: { oid: 1082, write: writeDate },
  json: { oid: 114, write: (value) => writeText(JSON.stringify(value)) },
};

/**
 * Encodes one column of many rows as an array of an SQL type; `of` reads the value of a row. Null and
 * undefined become null.
 */
export function arrayBytes<Row>(
  type: string,
  rows: readonly Row[],
  of: (row: Row) => unknown,
): Buffer {
  const writer = WRITERS[type];
  if (!writer) throw new Error(`unknown column type ${type}`);
  end = 0;
  makeRoom(HEADER_BYTES);
  for (const part of [1, 1, writer.oid, rows.length, 1]) end = bytes.writeInt32BE(part, end);
  let last: unknown;
  let lastStart = end;
  for (const row of rows) {
    const value = of(row);
    // Reuses the encoded value: many rows of a batch have the same tenant, day, person and
    // currency.
    if (value === last && value !== undefined && typeof value !== "object") {
      const length = LENGTH_BYTES + bytes.readInt32BE(lastStart);
      makeRoom(length);
      bytes.copyWithin(end, lastStart, lastStart + length);
      lastStart = end;
      end += length;
      continue;
    }
    last = value;
    lastStart = end;
    writeElement(writer, value);
  }
  return Buffer.copyBytesFrom(bytes, 0, end);
}

function writeElement({ write }: Writer, value: unknown): void {
  makeRoom(LENGTH_BYTES);
  const start = end;
  end += LENGTH_BYTES;
  const isNull = value === null || value === undefined;
  if (!isNull) write(value);
  bytes.writeInt32BE(isNull ? NULL : end - start - LENGTH_BYTES, start);
}
