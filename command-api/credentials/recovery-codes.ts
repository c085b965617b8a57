import { randomInt } from "node:crypto";

/** One for each of the ten digits that a code may begin with. */
const RECOVERY_CODES = 10;

// No letter that reads like a digit or another letter.
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const SECRET_LETTERS = 11;

/**
 * For whoever lost the phone: 54 random bits each. The first digit says which of the ten it is, so that only one
 * slow hash has to be compared.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, ix) => {
    const secret = Array.from({ length: SECRET_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
    return `${ix}${secret.join("")}`;
  });

/** As people read and type it. */
export const formatRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

const SHAPE = new RegExp(`^\\d[${LETTERS}]{${SECRET_LETTERS}}$`);

/** As it was made, however it was typed; nothing where it cannot be one. */
export function parseRecoveryCode(
  typed: string,
): Readonly<{ ix: number; code: string }> | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(code) ? { ix: Number(code[0]), code } : undefined;
}
