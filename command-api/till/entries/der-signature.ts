/** Bytes of r and of s in an ECDSA P-256 signature as a browser makes it: r, then s. */
const HALF_BYTES = 32;
export const SIGNATURE_BYTES = 2 * HALF_BYTES;

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const SIGN_BIT = 0x80;

/**
 * The same signature in DER, the form that OpenSSL checks: a sequence of two integers. Node can
 * convert it, too, in a third of the time that the check itself takes.
 */
export function toDer(signature: Buffer): Buffer {
  const r = toInteger(signature.subarray(0, HALF_BYTES));
  const s = toInteger(signature.subarray(HALF_BYTES, SIGNATURE_BYTES));
  // At most 70 bytes, so that one byte holds the length.
  return Buffer.concat([Buffer.of(SEQUENCE, r.length + s.length), r, s]);
}

/** In as few bytes as possible. A first bit that is set would mean a negative number. */
function toInteger(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(first === -1 ? HALF_BYTES - 1 : first);
  const isNegative = digits.readUInt8(0) >= SIGN_BIT;
  const length = digits.length + (isNegative ? 1 : 0);
  return Buffer.concat([Buffer.of(INTEGER, length, ...(isNegative ? [0] : [])), digits]);
}
