import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { keyIdOf, noteHash, openSignedHead, parseTreeHead } from "./signed-head.ts";
import type { TreeHead } from "./signed-head.ts";

/** A signed head with its note, as the database stores it. */
export type StoredHead = TreeHead & Readonly<{ note: string; keyId: string }>;

type Row = Readonly<{ treeSize: number; note: string; keyId: string }>;

const PAGE = 500;
const COLUMNS = `tree_size as "treeSize", note, key_id as "keyId"`;

/** A deviation that ends the command with exit code 1. */
export class DoesNotHold extends Error {
  override readonly name = "DoesNotHold";
}

/** The newest signed head, or the one of a given size. */
export async function findSignedHead(
  db: Queryable,
  tenantId: TenantId,
  treeSize: number | undefined,
  publicKeys: readonly Buffer[],
): Promise<StoredHead | undefined> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from audit.signed_checkpoints
      where tenant_id = $1 and ($2::bigint is null or tree_size = $2) order by tree_size desc limit 1`,
    [tenantId, treeSize ?? null],
  );
  const [row] = rows;
  return row && opened(tenantId, row, publicKeys);
}

function opened(tenantId: TenantId, row: Row, publicKeys: readonly Buffer[]): StoredHead {
  const signed = openSignedHead(row.note, tenantId, publicKeys);
  if (signed?.treeSize === row.treeSize && signed.keyId === row.keyId) {
    return { ...signed, note: row.note };
  }
  throw new DoesNotHold(
    `${tenantId}  seq ${row.treeSize}  signed-checkpoint  is not signed by this installation`,
  );
}

/**
 * Yields every note up to and including `upTo`, in order. The caller has verified the last one,
 * and each note names the one before it by its hash. Other signatures are therefore verified only
 * when the key changes.
 */
export async function* storedHeadsUpTo(
  db: Queryable,
  upTo: StoredHead,
  publicKeys: readonly Buffer[],
): AsyncGenerator<Pick<StoredHead, "note" | "keyId">> {
  const { tenantId, treeSize } = upTo;
  let before: Row | undefined;
  for (let after = -1; ;) {
    const { rows } = await db.query<Row>(
      `select ${COLUMNS} from audit.signed_checkpoints
        where tenant_id = $1 and tree_size > $2 and tree_size <= $3 order by tree_size limit ${PAGE}`,
      [tenantId, after, treeSize],
    );
    for (const row of rows) {
      if (row.keyId !== before?.keyId) opened(tenantId, row, publicKeys);
      requireLink(tenantId, before, row);
      yield row;
      before = row;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.treeSize;
  }
}

function requireLink(tenantId: TenantId, before: Row | undefined, { note, treeSize }: Row): void {
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const previous = parseTreeHead(text)?.previous;
  const expected = before ? noteHash(before.note) : null;
  const isNext = expected === null ? previous === null : previous?.equals(expected);
  if (!isNext) {
    const message = "does not follow the signed head before it";
    throw new DoesNotHold(`${tenantId}  seq ${treeSize}  signed-checkpoint  ${message}`);
  }
}

export const keysNamed = (
  keyIds: ReadonlySet<string>,
  publicKeys: readonly Buffer[],
): readonly Buffer[] => publicKeys.filter((raw) => keyIds.has(keyIdOf(raw)));
