import { newToken, sha256Hex } from "#web/format/bytes.ts";

/**
 * What opens a receipt online. The server learns the hash only, which does not lead back to it.
 */
export type ReceiptToken = Readonly<{ token: string; sha256: string }>;

/** Where the receipt is found. */
export const receiptAddress = (token: string): string => `${location.origin}/r/${token}`;

/**
 * Tokens for the next sales. Hashing takes a moment, for which no customer waits: the next one is
 * drawn when one is taken. Undefined if there is none yet, or no cryptography.
 */
export function createTokens(): Readonly<{ take: () => ReceiptToken | undefined }> {
  let next: ReceiptToken | undefined;
  const draw = async (): Promise<void> => {
    const token = newToken();
    next = { token, sha256: await sha256Hex(token) };
  };
  const ignore = (): void => undefined;
  draw().catch(ignore);
  return {
    take() {
      const taken = next;
      next = undefined;
      draw().catch(ignore);
      return taken;
    },
  };
}
