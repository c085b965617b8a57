import { createHmac } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const fromBase32 = (secret: string): Buffer => {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/**
 * The code that an authenticator app shows at that moment (RFC 6238), computed without the
 * product's code.
 */
export function authenticatorCode(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(atMs / 30_000), 4);
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac[19] ?? 0) % 16;
  const number = mac.readUInt32BE(offset) % 0x80_00_00_00;
  return String(number % 1_000_000).padStart(6, "0");
}
