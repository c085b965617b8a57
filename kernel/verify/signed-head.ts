import { hash, type KeyObject } from "node:crypto";

import { TenantId } from "#kernel/contract/ids.ts";

import { type NamedKey, openNote, signNote } from "./signed-note.ts";

/** What is signed of one tenant's log: everything up to its event of number `treeSize`. */
export type TreeHead = Readonly<{
  tenantId: TenantId;
  treeSize: number;
  /** Of the Merkle tree over the leaves of the events. */
  root: Buffer;
  /** Behind the last of the events. */
  chain: Buffer;
  signedMs: number;
  /** SHA-256 of the note signed before, so that none of them can be left out; null before the first. */
  previous: Buffer | null;
}>;

const ORIGIN = "tillbook/";

/** Names the log, and every key that signs for it. */
export const originOf = (tenantId: TenantId): string => ORIGIN + tenantId;

export const noteHash = (note: string): Buffer => hash("sha256", note, "buffer");

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** As c2sp.org/tlog-checkpoint has it, with three lines of ours behind. */
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

/** Nothing where the text is not exactly what `treeHeadText` makes. */
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

/** What a note says of this tenant's log, signed by one of these keys; else nothing. */
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

/** Tells the public keys of a house apart, whichever tenant they sign for. */
export const keyIdOf = (raw: Uint8Array): string => hash("sha256", raw, "hex").slice(0, ID_DIGITS);
