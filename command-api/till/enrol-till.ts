import { createPublicKey } from "node:crypto";

import { headAfter } from "#command-api/account-store/account-transaction.ts";
import {
  type AppliedEvent,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { type Moves, planStream } from "#command-api/event-store/plan.ts";
import type { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import type { TillEvent } from "#kernel/contract/events/till.ts";
import { CommandId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

import { planPerson } from "./add-person.ts";
import {
  deviceIdOf,
  type EnrolTill,
  type KnownTill,
  type Till,
  till,
  type TillRejectionCode,
  tillStream,
  toTillState,
} from "./till.ts";

/** The tills of a tenant that are not revoked. */
export const MOST_TILLS = 200;

/** 1 is the server's own register. */
const FIRST_NUMBER = 2;
/** As many streams are loaded at once. */
const PAGE = 64;
/** Each failed try means that another till was enrolled at the same time. */
const TRIES = 50;

export type Enrolment = Readonly<{
  name: string;
  /** As `canonicalKey` returns it. */
  publicKey: string;
  /** The number that it had before a restore. */
  number?: number | undefined;
  /** The person may approve tills. */
  active: boolean;
}>;

export type EnrolRejectionCode = TillRejectionCode | "too-many-tills" | ShellRejectionCode;

/**
 * Gives a device its till. A number is given once, and a key has one till: the same key gets its
 * till back, and another person who signs in on it is added.
 */
export async function enrolTill(
  store: EventStore,
  context: CommandContext,
  enrolment: Enrolment,
): Promise<EnrolledTill | Rejection<EnrolRejectionCode>> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const outcome = await tryToEnrol(store, context, enrolment);
    if (!isRejection(outcome) || !isTriedAgain(outcome.rejected)) return outcome;
  }
  return reject("concurrent-change");
}

const isTriedAgain = (code: EnrolRejectionCode): boolean =>
  code === "till-number-taken" || code === "concurrent-change";

async function tryToEnrol(
  store: EventStore,
  context: CommandContext,
  { name, publicKey, number, active }: Enrolment,
): Promise<EnrolledTill | Rejection<EnrolRejectionCode>> {
  const { tenantId, actorId } = context;
  const tills = await loadTills(store, tenantId);
  const deviceId = deviceIdOf(tenantId, publicKey);
  const own = tills.find((one) => one.deviceId === deviceId);
  const current = tills.filter(({ revoked }) => !revoked);
  if (!own && current.length >= MOST_TILLS) return reject("too-many-tills");

  const chosen = own?.till ?? chooseNumber(tills, number);
  const streamId = tillStream(tenantId, chosen);
  const command: EnrolTill = {
    type: "EnrolTill",
    till: chosen,
    deviceId,
    name,
    publicKey,
    active,
  };
  const outcome = await handleCommand<TillRejectionCode>(store, context, {
    streams: [streamId],
    decide: async ([head = NO_HEAD]) => {
      const planned = planStream({ decider: till, streamId, head, command, movesOf });
      if (isRejection(planned) || head.version === 0) return planned;
      const enrolled = await store.read.ofStream(tenantId, streamId, 1);
      const enrolledBy = enrolled?.actorId ?? actorId;
      const added = planPerson(
        { tenantId, till: chosen, enrolledBy },
        headAfter(head, planned),
        actorId,
      );
      return isRejection(added) ? added : [...planned, ...added];
    },
  });
  if (isRejection(outcome)) return outcome;
  const after = stateAfter(own ?? till.initialState, outcome.events);
  return after.status === "enrolled" ? toAnswer(after) : reject("concurrent-change");
}

/** Every till of a tenant. After a restore there are gaps between their numbers, shorter than a page. */
async function loadTills(
  { load }: Pick<EventStore, "load">,
  tenantId: TenantId,
): Promise<readonly KnownTill[]> {
  const tills: KnownTill[] = [];
  for (let first = FIRST_NUMBER; ; first += PAGE) {
    const { heads } = await load({
      tenantId,
      commandId: CommandId.parse(tenantId), // no command has this id
      streams: Array.from({ length: PAGE }, (_, index) => tillStream(tenantId, first + index)),
    });
    const found = heads.flatMap(({ version, state }) => (version > 0 ? known(state) : []));
    if (found.length === 0) return tills;
    tills.push(...found);
  }
}

function known(state: unknown): readonly KnownTill[] {
  const found = till.parseState(state);
  return found.status === "enrolled" ? [found] : [];
}

/** The number that a device had, if it is free, else the one after the last. */
function chooseNumber(tills: readonly KnownTill[], before: number | undefined): number {
  const taken = tills.map((one) => one.till);
  const next = Math.max(FIRST_NUMBER - 1, ...taken) + 1;
  const isFree = before !== undefined && !taken.includes(before) && before < next + PAGE;
  return isFree ? before : next;
}

/** Of two requests with one key, which may try for two numbers at once, the append accepts one. */
const movesOf = (event: TillEvent): Moves =>
  event.type === "TillEnrolled"
    ? { counters: [{ name: `till-key:${event.data.deviceId}`, delta: 1, before: 0 }] }
    : {};

const stateAfter = (before: Till, events: readonly AppliedEvent[]): Till =>
  events
    .flatMap(({ event }) =>
      event.type === "TillEnrolled" || event.type === "TillChanged" ? [event] : [],
    )
    .reduce(till.evolve, before);

const toAnswer = (enrolled: KnownTill): EnrolledTill => ({
  till: enrolled.till,
  device: enrolled.deviceId,
  name: enrolled.name,
  state: toTillState(enrolled),
});

/**
 * The one way of writing an ECDSA P-256 key as SPKI in base64, which has spare bits in its last
 * character. Undefined if it is no such key.
 */
export function canonicalKey(publicKey: string): string | undefined {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, "base64"),
      format: "der",
      type: "spki",
    });
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return undefined;
    return key.export({ format: "der", type: "spki" }).toString("base64");
  } catch {
    return undefined;
  }
}
