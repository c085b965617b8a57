import { createHash } from "node:crypto";

import type { TenantId } from "#kernel/contract/ids.ts";
import { MOST_PICTURE_BYTES, pictureTypeOf } from "#kernel/contract/picture.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

export type PictureRejectionCode = "invalid-picture" | "too-many-pictures";

type Keeping = Readonly<{ tenantId: TenantId; nowMs: number }>;

/** Stores a picture under its hash. The same picture again is the same row. */
export async function keepPicture(
  pool: Pool,
  { tenantId, nowMs }: Keeping,
  bytes: Buffer,
): Promise<string | Rejection<PictureRejectionCode>> {
  const type = pictureTypeOf(bytes);
  if (type === undefined || bytes.length > MOST_PICTURE_BYTES) return reject("invalid-picture");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { rows } = await pool.query<{ kept: boolean }>({
    name: "keep-picture",
    text: "select es.keep_picture($1, $2, $3, $4, $5) as kept",
    values: [tenantId, sha256, bytes, type, nowMs],
  });
  return rows[0]?.kept === true ? sha256 : reject("too-many-pictures");
}

/** Whether the tenant has the picture, which then stays for a day even without a product. */
export async function choosePicture(
  pool: Pool,
  { tenantId, nowMs }: Keeping,
  sha256: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: "choose-picture",
    text: "select es.choose_picture($1, $2, $3) as found",
    values: [tenantId, sha256, nowMs],
  });
  return rows[0]?.found === true;
}
