import type pg from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { OpenedLog } from "#standalone/operator/audit/open-log.ts";
import { verifyDatabase } from "#standalone/operator/audit/verify-database.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";

import { head, readModel, signedHead, snapshot } from "./derived.ts";
import {
  actor,
  doubled,
  forged,
  metadataByte,
  payloadByte,
  rewritten,
  rowDeleted,
  swapped,
  tailCut,
  type Tampering,
  time,
} from "./events.ts";
import { keep } from "./kept.ts";
import { SHOPS } from "./tampered-shops.ts";
import { createTamperer } from "./tamperer.ts";

const KINDS: Readonly<Record<string, Tampering>> = {
  "a byte of payload": payloadByte,
  "a byte of metadata": metadataByte,
  actor,
  "either time": time,
  "row deleted": rowDeleted,
  "tail cut": tailCut,
  "two swapped": swapped,
  "one doubled": doubled,
  "one forged and inserted": forged,
  "history rewritten, chain recomputed": rewritten,
  head,
  snapshot,
  "read model": readModel,
  "signed checkpoint": signedHead,
};

export type Tampered = Readonly<{
  admin: pg.Pool;
  /** As the auditor opens it. */
  log: OpenedLog;
}>;

type Running = Readonly<{ places: number; seed: number; say: (line: string) => void }>;

/**
 * Tampers in `places` random places for each kind; resolves with how many were not named correctly.
 */
export async function runTampering(
  { admin, log }: Tampered,
  { places, seed, say }: Running,
): Promise<number> {
  const random = createRandom(seed);
  const kept = await keep(admin);
  let missed = 0;
  for (const [kind, tamper] of Object.entries(KINDS)) {
    let named = 0;
    for (let place = 0; place < places; place += 1) {
      const tenantId = SHOPS[Math.floor(random() * SHOPS.length)] ?? SHOPS[0];
      if (tenantId === undefined) throw new Error("no shop");
      const problem = await tryOne({ admin, log }, { tenantId, tamper, random });
      if (problem === undefined) named += 1;
      else say(`  ${kind}, place ${place + 1}: ${problem}`);
      await kept.restore(tenantId);
    }
    missed += places - named;
    say(`${kind}\t${named} of ${places} named`);
  }
  return missed;
}

type One = Readonly<{ tenantId: TenantId; tamper: Tampering; random: Random }>;

async function tryOne(
  { admin, log }: Tampered,
  { tenantId, tamper, random }: One,
): Promise<string | undefined> {
  const expected = await tamper(createTamperer(admin, tenantId, random));
  const { deviations } = await verifyDatabase(log, { isLogOnly: false, progress: () => undefined });
  const told = deviations.map(({ kind, seq, tenantId: of }) => `${nameOf(of)} ${kind} ${seq}`);
  const wanted = expected.seqs.map((seq) => `${nameOf(tenantId)} ${expected.kind} ${seq}`);
  return wanted.toSorted().join() === [...new Set(told)].toSorted().join()
    ? undefined
    : `expected ${wanted.join(", ")}; found ${told.slice(0, 5).join(", ") || "nothing"}`;
}

const nameOf = (tenantId: TenantId): string => `shop ${tenantId.slice(-1)}`;
