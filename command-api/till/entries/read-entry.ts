import * as z from "zod/mini";

import { type Entry, LostEntryBody } from "#kernel/contract/api/till/entries.ts";
import { CustomerId, type StreamId, type TenantId } from "#kernel/contract/ids.ts";

import type { EntryDecision, EntryInput, EntryKind } from "./entry-decision.ts";

/** An entry whose kind is decided elsewhere, with its body. */
type Decidable = Readonly<{
  streams: (tenantId: TenantId) => readonly StreamId[];
  decide: (input: Omit<EntryInput<unknown>, "entry" | "body">) => Promise<EntryDecision>;
}>;

/** `newer`: of a kind or version that this server does not know yet. */
export type ReadEntry =
  | Readonly<{ is: "newer" | "malformed" }>
  | Readonly<{ is: "lost"; to: number }>
  | (Readonly<{ is: "decidable" }> & Decidable);

/** A kind of any body. */
export type AnyEntryKind = (entry: Entry) => ReadEntry;
export type EntryKinds = Readonly<Record<string, AnyEntryKind>>;

export const entryKind =
  <Body>({ parse, streams, decide }: EntryKind<Body>): AnyEntryKind =>
  (entry) => {
    const body = parse(entry.v, entry.body);
    if (body === "unknown-version") return { is: "newer" };
    if (body === "malformed") return { is: "malformed" };
    return {
      is: "decidable",
      streams: (tenantId) => streams(body, entry, tenantId),
      decide: (input) => decide({ ...input, entry, body }),
    };
  };

const LOST = "lost";
const LOST_VERSION = 1;

export function readEntry(kinds: EntryKinds, entry: Entry): ReadEntry {
  if (entry.kind === LOST) return readLost(entry);
  const kind = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined;
  return kind ? kind(entry) : { is: "newer" };
}

/** The till says which entries it cannot send, so only the shell that counts them can apply it. */
function readLost({ v, seq, body }: Entry): ReadEntry {
  if (v !== LOST_VERSION) return { is: "newer" };
  const lost = LostEntryBody.safeParse(body).data;
  return lost && lost.to >= seq ? { is: "lost", to: lost.to } : { is: "malformed" };
}

const WithCustomer = z.object({ customer: z.object({ id: CustomerId }) });

/** The customer whom a body names, also one that cannot be read otherwise. */
export const customerIn = ({ body }: Entry): CustomerId | undefined =>
  WithCustomer.safeParse(body).data?.customer.id;
