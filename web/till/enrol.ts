import type { EnrolledTill, EnrolTillRequest } from "#kernel/contract/api/till/tills.ts";
import { can } from "#kernel/contract/rights.ts";
import { isRefused } from "#web/api/request-error.ts";

import type { TillRow } from "./rows.ts";
import { newKeys } from "./signer.ts";
import type { TillStore } from "./till-store.ts";

/** The person whose session this page has. */
export type Seller = Readonly<{ role: string }>;

export type EnrolDeps = Readonly<{
  store: TillStore;
  /** `POST /api/v1/tills`. */
  enrol: (request: EnrolTillRequest) => Promise<EnrolledTill>;
  /** Undefined without a session that the server knows. */
  seller: () => Seller | undefined;
  /** Its name for people. */
  deviceName: () => string;
}>;

const FIRST_GENERATION = 1;

/** A till under a new key. Its entries and receipts are numbered from 1. */
async function begin({ store, deviceName }: EnrolDeps, before?: TillRow): Promise<TillRow> {
  const made = await newKeys();
  const till: TillRow = {
    generation: before ? before.generation + 1 : FIRST_GENERATION,
    publicKey: made.publicKey,
    name: before?.name ?? deviceName(),
    state: "new",
    nextSeq: 1,
    nextReceipt: 1,
    ...(before?.lastContactMs === undefined ? {} : { lastContactMs: before.lastContactMs }),
    ...(before?.offsetMs === undefined ? {} : { offsetMs: before.offsetMs }),
  };
  return store.begin(till, made);
}

type Situation = Readonly<{
  till: TillRow | undefined;
  toSend: number;
  /** Sell was opened. */
  isWanted: boolean;
}>;

/**
 * Enrols the device if it has to be: when Sell is opened, when the server has lost the till, and when
 * this profile was copied and everything is sent. Undefined: there is nothing to do.
 */
export async function enrolIfDue(
  deps: EnrolDeps,
  { till, toSend, isWanted }: Situation,
): Promise<TillRow | undefined> {
  const role = deps.seller()?.role;
  if (role === undefined || !can(role, "record-sale")) return undefined;
  if (till === undefined) return isWanted ? enrol(deps, await begin(deps)) : undefined;
  if (till.state === "revoked") return undefined;
  if (till.isCopied === true) {
    return toSend === 0 ? enrol(deps, await begin(deps, till)) : undefined;
  }
  return isDue(till, { role, isWanted }) ? enrol(deps, till) : undefined;
}

/** An owner or manager who opens Sell on a till that waits approves it. */
function isDue(
  { state, generation, isUnknown }: TillRow,
  { role, isWanted }: Readonly<{ role: string; isWanted: boolean }>,
): boolean {
  if (isUnknown === true) return true;
  if (state === "new") return isWanted || generation > FIRST_GENERATION;
  return state === "waiting" && isWanted && can(role, "manage-tills");
}

async function enrol({ store, enrol: ask }: EnrolDeps, till: TillRow): Promise<TillRow> {
  const { name, publicKey, number } = till;
  const request = { name, public_key: publicKey, ...(number === undefined ? {} : { number }) };
  try {
    const enrolled = await ask(request);
    return await store.changeTill((row) =>
      row.publicKey === publicKey
        ? {
            ...row,
            number: enrolled.till,
            name: enrolled.name,
            state: enrolled.state,
            isUnknown: false,
          }
        : row,
    );
  } catch (error) {
    if (!isRefused(error) || error.code !== "till-revoked") throw error;
    return store.changeTill((row) => ({ ...row, state: "revoked", isUnknown: false }));
  }
}

const DEVICES = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android.*Mobile/, "Android phone"],
  [/Android/, "Android tablet"],
  [/Windows/, "Windows computer"],
  [/CrOS/, "Chromebook"],
  [/Mac OS/, "Mac"],
  [/Linux/, "Linux computer"],
] as const;

/** What kind of device has this user agent. Owner and manager can rename the till. */
export const deviceNameOf = (agent: string): string =>
  DEVICES.find(([sign]) => sign.test(agent))?.[1] ?? "Till";
