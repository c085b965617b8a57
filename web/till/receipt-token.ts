import { newToken, sha256Hex } from "#web/format/bytes.ts";

/**
 * What opens a receipt online. The server learns the hash only, which does not lead back to it.
 */
export type ReceiptToken = Readonly<{ token: string; sha256: string }>;

/** Where the receipt is found. */
export const receiptAddress = (token: string): string => `${location.origin}/r/${token}`;

/**
 * Tokens for the next sales. Hashing takes a moment, for which no customer waits: the next one is
 * drawn when one is taken. A sale that follows at once waits for its own. Undefined without
 * cryptography.
 */
export function createTokens(): Readonly<{
  take: () => ReceiptToken | undefined | Promise<ReceiptToken | undefined>;
}> {
  let next = drawn();
  return {
    take() {
      const taken = next;
      next = drawn();
      return taken.ready ?? taken.drawing;
    },
  };
}

type Drawn = { ready?: ReceiptToken | undefined; drawing: Promise<ReceiptToken | undefined> };

function drawn(): Drawn {
  const one: Drawn = { drawing: draw() };
  const keep = async (): Promise<void> => {
    one.ready = await one.drawing;
  };
  void keep();
  return one;
}

async function draw(): Promise<ReceiptToken | undefined> {
  try {
    const token = newToken();
    return { token, sha256: await sha256Hex(token) };
  } catch {
    return undefined;
  }
}
