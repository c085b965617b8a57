import { hash, type KeyObject } from "node:crypto";

import { TenantId } from "#kernel/contract/ids.ts";

import { type NamedKey, openNote, signNote } from "./signed-note.ts";

/** The state of one tenant's log up to event `treeSize`: the head of its Merkle tree. */
export type TreeHead = Readonly<{
  tenantId: TenantId;
  treeSize: number;
  /** The root of the Merkle tree over the leaves. */
  root: Buffer;
  /** The chain after the last event. */
  chain: Buffer;
  signedMs: number;
  /** SHA-256 of the previous note, so that no note can be removed; null in the first. */
  previous: Buffer | null;
}>;

const ORIGIN = "tillbook/";

/** Names the log, and each key that signs for it. */
export const originOf = (tenantId: TenantId): string => ORIGIN + tenantId;

export const noteHash = (note: string): Buffer => hash("sha256", note, "buffer");

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** The format of c2sp.org/tlog-checkpoint with three more lines. */
export const treeHeadText = (checkpoint: TreeHead): string =>
  [
    originOf(checkpoint.tenantId),
    checkpoint.treeSize,
    base64(checkpoint.root),
    `chain ${base64(checkpoint.chain)}`,
    `signed ${checkpoint.signedMs}`,
    `previous ${checkpoint.previous === null ? "none" : base64(checkpoint.previous)}`,
    "",
  ].join("\n");

export const signTreeHead = (checkpoint: TreeHead, privateKey: KeyObject): string =>
  signNote(treeHeadText(checkpoint), originOf(checkpoint.tenantId), privateKey);

const HASH = "[A-Za-z0-9+/]{43}=";
const COUNT = String.raw`[1-9]\d{0,15}`;
const FORM = new RegExp(
  `^${ORIGIN}([0-9a-f-]{36})\n(${COUNT})\n(${HASH})\nchain (${HASH})\nsigned (${COUNT})\nprevious (none|${HASH})\n$`,
);

/** Undefined unless the text is exactly what `treeHeadText` makes. */
export function parseTreeHead(text: string): TreeHead | undefined {
  const [, id, size, root = "", chain = "", signed, previous = ""] = FORM.exec(text) ?? [];
  const tenantId = TenantId.safeParse(id).data;
  if (tenantId === undefined) return undefined;
  const checkpoint = {
    tenantId,
    treeSize: Number(size),
    root: Buffer.from(root, "base64"),
    chain: Buffer.from(chain, "base64"),
    signedMs: Number(signed),
    previous: previous === "none" ? null : Buffer.from(previous, "base64"),
  };
  return treeHeadText(checkpoint) === text ? checkpoint : undefined;
}

export type SignedHead = TreeHead & Readonly<{ keyId: string }>;

/** Opens a note about this tenant's log that one of these keys signed; otherwise undefined. */
export function openSignedHead(
  note: string,
  tenantId: TenantId,
  publicKeys: readonly Buffer[],
): SignedHead | undefined {
  const name = originOf(tenantId);
  const named = publicKeys.map((raw): NamedKey => ({ name, raw }));
  const opened = openNote(note, named);
  const checkpoint = opened && parseTreeHead(opened.text);
  if (!opened || checkpoint?.tenantId !== tenantId) return undefined;
  return { ...checkpoint, keyId: keyIdOf(opened.signedBy.raw) };
}

const ID_DIGITS = 16;

/** Identifies a public key, whichever tenant it signs for. */
export const keyIdOf = (raw: Uint8Array): string => hash("sha256", raw, "hex").slice(0, ID_DIGITS);
