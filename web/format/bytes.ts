// Bytes as text. The methods of Uint8Array for it are too new for the phones of many shops.

const HEX = 16;
const DIGITS = 2;

/** Two digits for each byte, in small letters. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(HEX).padStart(DIGITS, "0")).join("");

/** The bytes of a text that `toHex` made. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, HEX));

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const FOR_ADDRESSES: Readonly<Record<string, string>> = { "+": "-", "/": "_", "=": "" };

/** Base64 as an address can hold it: base64url without padding (RFC 4648, section 5). */
const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll(/[+/=]/g, (letter) => FOR_ADDRESSES[letter] ?? "");

/** The SHA-256 of a text, in hex. Needs a secure connection, as all of Web Crypto. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(hash));
}

const TOKEN_BYTES = 16;

/** 128 random bits, as an address can hold them. */
export const newToken = (): string =>
  toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
