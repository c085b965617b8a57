import { randomInt } from "node:crypto";

/** One for each first digit. */
const RECOVERY_CODES = 10;

// Leaves out letters that look like digits or other letters.
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const SECRET_LETTERS = 11;

/**
 * Codes for users who lost their phone, 54 random bits each. The first digit is the index of the
 * code, so only one slow hash has to be compared.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, ix) => {
    const secret = Array.from({ length: SECRET_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
    return `${ix}${secret.join("")}`;
  });

/** In groups of four, which are easier to read and type. */
export const formatRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

const SHAPE = new RegExp(`^\\d[${LETTERS}]{${SECRET_LETTERS}}$`);

/** The code without spaces, hyphens and capitals; undefined if it cannot be one. */
export function parseRecoveryCode(
  typed: string,
): Readonly<{ ix: number; code: string }> | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(code) ? { ix: Number(code[0]), code } : undefined;
}
