import { createHash } from "node:crypto";

export type EntityTagParts = Readonly<{
  build: string;
  /** Two tenants may have the same checkpoint and must not share answers. */
  tenantId: string;
  /** The versions of the read models, from the same snapshot as the checkpoint. */
  versions: string;
  checkpoint: number;
  role: string;
  /** The path and the parsed query. */
  asked: string;
  /** The day in the tenant's time zone: "the last 7 days" change at midnight. */
  localDate: string;
}>;

/** Weak, because the same answer may be compressed in different ways. */
export function toEntityTag(parts: EntityTagParts): string {
  const { build, tenantId, versions, checkpoint, role, asked, localDate } = parts;
  const text = JSON.stringify([build, tenantId, versions, checkpoint, role, asked, localDate]);
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 32)}"`;
}

/** True if the client's `If-None-Match` contains `tag`. */
export const isHeld = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((held) => {
    const text = held.trim();
    return text === "*" || opaque(text) === opaque(tag);
  });

const opaque = (tag: string): string => tag.replace(/^W\//, "");
