import * as z from "zod/mini";

/** A sale that was sent and whose answer is not known yet, or which the server refused when it was sent again. */
const UnsentSale = z.object({
  /** The command's id: sent again under it, the sale is the same sale. */
  key: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** By the clock of the device, which shows how long ago it was. */
  madeMs: z.int(),
  /** By the server's clock, as near as the device knows it. */
  occurredAt: z.optional(z.string()),
  itemCount: z.int(),
  totalMinor: z.int(),
  /** What its screen needs to go back to it. */
  draft: z.unknown(),
  /** The server's words, once it has said no: then it was never recorded. */
  refused: z.optional(z.string()),
});
export type UnsentSale = z.infer<typeof UnsentSale>;

const Stored = z.array(UnsentSale);
const NONE: readonly UnsentSale[] = [];

const storedAs = (owner: string): string => `unsent-sales:${owner}`;

/** Where the device has no room for them: as long as the page lives. */
const homeless = new Map<string, readonly UnsentSale[]>();

/** Of one person in one shop; nothing but an answer of the server, or the person, takes a sale out of it. */
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

/** Read anew for each change: another tab keeps its sales in the same place. */
export const keepUnsent = (owner: string, sale: UnsentSale): void =>
  writeUnsent(owner, [...readUnsent(owner).filter(({ key }) => key !== sale.key), sale]);

export const dropUnsent = (owner: string, dropped: string): void =>
  writeUnsent(
    owner,
    readUnsent(owner).filter(({ key }) => key !== dropped),
  );
