import * as z from "zod/mini";

/** A sale without a response yet, or one that was refused on a retry. */
const UnsentSale = z.object({
  /** The idempotency key. */
  key: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** By the device's clock, to show the age of the sale. */
  madeMs: z.int(),
  /** By the server's clock, as far as the device knows it. */
  occurredAt: z.optional(z.string()),
  itemCount: z.int(),
  totalMinor: z.int(),
  /** Lets its screen restore the entered sale. */
  draft: z.unknown(),
  /** The server's reason, if it refused the sale; then it was never recorded. */
  refused: z.optional(z.string()),
});
export type UnsentSale = z.infer<typeof UnsentSale>;

const Stored = z.array(UnsentSale);
const NONE: readonly UnsentSale[] = [];

const storedAs = (owner: string): string => `unsent-sales:${owner}`;

/** Without storage on the device, sales live as long as the page. */
const homeless = new Map<string, readonly UnsentSale[]>();

/**
 * The unsent sales of one person in one shop. A sale leaves the list only by a response or by the
 * person.
 */
export function readUnsent(owner: string): readonly UnsentSale[] {
  const inMemory = homeless.get(owner);
  if (inMemory !== undefined) return inMemory;
  try {
    const parsed = Stored.safeParse(JSON.parse(localStorage.getItem(storedAs(owner)) ?? "[]"));
    return parsed.success ? parsed.data : NONE;
  } catch {
    return NONE;
  }
}

function writeUnsent(owner: string, sales: readonly UnsentSale[]): void {
  homeless.delete(owner);
  try {
    if (sales.length === 0) localStorage.removeItem(storedAs(owner));
    else localStorage.setItem(storedAs(owner), JSON.stringify(sales));
  } catch {
    homeless.set(owner, sales);
  }
}

/** Reads the list before each change, because other tabs change it too. */
export const keepUnsent = (owner: string, sale: UnsentSale): void =>
  writeUnsent(owner, [...readUnsent(owner).filter(({ key }) => key !== sale.key), sale]);

export const dropUnsent = (owner: string, dropped: string): void =>
  writeUnsent(
    owner,
    readUnsent(owner).filter(({ key }) => key !== dropped),
  );
