import { createHash } from "node:crypto";

export type EntityTagParts = Readonly<{
  build: string;
  /** Two shops may stand at the same checkpoint: what was answered to the one is never the other's. */
  tenantId: string;
  /** Of the read models that were asked, at the checkpoint of the same snapshot. */
  versions: string;
  checkpoint: number;
  role: string;
  /** The path and the parsed query. */
  asked: string;
  /** The day in the tenant's zone: at midnight "the last 7 days" are others. */
  localDate: string;
}>;

/** Weak: the same answer may be compressed in different ways. */
export function toEntityTag(parts: EntityTagParts): string {
  const { build, tenantId, versions, checkpoint, role, asked, localDate } = parts;
  const text = JSON.stringify([build, tenantId, versions, checkpoint, role, asked, localDate]);
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 32)}"`;
}

/** True when the caller of `If-None-Match` already holds what `tag` names. */
export const isHeld = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((held) => {
    const text = held.trim();
    return text === "*" || opaque(text) === opaque(tag);
  });

const opaque = (tag: string): string => tag.replace(/^W\//, "");
