import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import { KeptPicture } from "#kernel/contract/picture.ts";
import { request } from "#web/api/http-client.ts";

const Kept = success(KeptPicture);

/** Stores a picture (as `data:`) and resolves with its SHA-256; null is none. The same one again changes nothing. */
export async function storePicture(picture: string | null): Promise<string | null> {
  if (picture === null) return null;
  const json = { picture: picture.slice(picture.indexOf(",") + 1) };
  return (await request("/api/v1/pictures", Kept, { method: "POST", json })).data.sha256;
}

export async function setPicture(id: string, sha256: string | null): Promise<void> {
  const path = `/api/v1/products/${encodeURIComponent(id)}/picture`;
  await request(path, WriteResult, { method: "PUT", json: { sha256 } });
}
