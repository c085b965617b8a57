import * as z from "zod/mini";

import type { TillState } from "#kernel/contract/api/till/tills.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { TillEvent } from "#kernel/contract/events/till.ts";
import { StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

type DataOf<Type extends TillEvent["type"]> = Extract<TillEvent, { type: Type }>["data"];

/** `active` is true if the person may approve tills, who thereby approves this one. */
export type EnrolTill = Readonly<{ type: "EnrolTill" } & DataOf<"TillEnrolled">>;

/** An absent field does not change. */
export type ChangeTill = Readonly<{
  type: "ChangeTill";
  name?: string | undefined;
  active?: boolean | undefined;
}>;

export type RevokeTill = Readonly<{
  type: "RevokeTill";
  lastSeq: number;
  toldSeq: number;
  reason?: string | undefined;
}>;

/** Of an entry that cannot be applied. A revoked till still delivers what it has. */
export type SetAside = Readonly<{ type: "SetAside" } & Omit<DataOf<"EntrySetAside">, "till">>;

/** Of an entry that was set aside. */
export type ResolveEntry = Readonly<
  { type: "ResolveEntry" } & Omit<DataOf<"EntryResolved">, "till">
>;

export type LoseEntries = Readonly<{ type: "LoseEntries" } & Omit<DataOf<"EntriesLost">, "till">>;

/** A person signed in at the till, by password or PIN. */
export type AddPerson = Readonly<{ type: "AddPerson"; userId: UserId }>;

export type TillCommand =
  | EnrolTill
  | ChangeTill
  | RevokeTill
  | SetAside
  | ResolveEntry
  | LoseEntries
  | AddPerson;

export const Till = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({
    status: z.literal("enrolled"),
    till: z.int(),
    deviceId: z.string(),
    name: z.string(),
    publicKey: z.string(),
    active: z.boolean(),
    revoked: z.boolean(),
    /** People who signed in at it, without the one who enrolled it. Absent: none did. */
    people: z.optional(z.array(UserId)),
  }),
]);
export type Till = z.infer<typeof Till>;
export type KnownTill = Extract<Till, { status: "enrolled" }>;

/** `till-number-taken`: another device enrolled under this number first. */
export type TillRejectionCode = "till-not-found" | "till-revoked" | "till-number-taken";
type TillDecision = readonly TillEvent[] | Rejection<TillRejectionCode>;

/** One till. When it was enrolled is the time of its first event. */
export const till: Decider<TillCommand, Till, TillEvent, TillRejectionCode> = {
  streamType: "till",
  initialState: { status: "unknown" },
  parseState: (stored) => Till.parse(stored),

  decide(command, state) {
    if (command.type === "EnrolTill") return enrol(command, state);
    if (state.status === "unknown") return reject("till-not-found");
    switch (command.type) {
      case "ChangeTill":
        return changeTill(command, state);
      case "RevokeTill":
        return revoke(command, state);
      case "SetAside": {
        const { type: _, ...data } = command;
        return [{ type: "EntrySetAside", data: { till: state.till, ...data } }];
      }
      case "ResolveEntry": {
        const { type: _, ...data } = command;
        return [{ type: "EntryResolved", data: { till: state.till, ...data } }];
      }
      case "LoseEntries":
        return [
          { type: "EntriesLost", data: { till: state.till, from: command.from, to: command.to } },
        ];
      case "AddPerson":
        return addPerson(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "TillEnrolled":
        return { status: "enrolled", ...event.data, revoked: false };
      case "TillChanged":
        return state.status === "enrolled" ? withChanges(state, event.data.changes) : state;
      case "TillRevoked":
        return state.status === "enrolled" ? { ...state, revoked: true } : state;
      case "TillPersonAdded":
        return state.status === "enrolled"
          ? { ...state, people: [...(state.people ?? []), event.data.userId] }
          : state;
      case "EntrySetAside":
      case "EntryResolved":
      case "EntriesLost":
        return state;
    }
  },
};

function enrol({ type: _, ...data }: EnrolTill, state: Till): TillDecision {
  if (state.status === "unknown") return [{ type: "TillEnrolled", data }];
  if (state.deviceId !== data.deviceId) return reject("till-number-taken");
  if (state.revoked) return reject("till-revoked");
  return data.active ? changeTill({ type: "ChangeTill", active: true }, state) : [];
}

function changeTill({ name, active }: ChangeTill, state: KnownTill): TillDecision {
  if (state.revoked) return reject("till-revoked");
  const changes = {
    ...(name !== undefined && name !== state.name && { name: { from: state.name, to: name } }),
    ...(active !== undefined &&
      active !== state.active && { active: { from: state.active, to: active } }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: "TillChanged", data: { till: state.till, changes } }];
}

function revoke({ lastSeq, toldSeq, reason }: RevokeTill, state: KnownTill): TillDecision {
  if (state.revoked) return [];
  return [
    {
      type: "TillRevoked",
      data: {
        till: state.till,
        lastSeq,
        toldSeq,
        ...(reason === undefined ? {} : { reason }),
      },
    },
  ];
}

function addPerson({ userId }: AddPerson, state: KnownTill): TillDecision {
  if (state.revoked) return reject("till-revoked");
  if (state.people?.includes(userId)) return [];
  return [{ type: "TillPersonAdded", data: { till: state.till, userId } }];
}

const withChanges = (
  state: KnownTill,
  { name, active }: DataOf<"TillChanged">["changes"],
): KnownTill => ({
  ...state,
  ...(name && { name: name.to }),
  ...(active && { active: active.to }),
});

export const toTillState = ({ active, revoked }: KnownTill): TillState => {
  if (revoked) return "revoked";
  return active ? "active" : "waiting";
};

/** The stream of the till with this number. */
export const tillStream = (tenantId: TenantId, number: number): StreamId =>
  StreamId.parse(derivedId(tenantId, `till:${number}`));

/** The device that has this key, which never leaves its browser profile. */
export const deviceIdOf = (tenantId: TenantId, publicKey: string): string =>
  derivedId(tenantId, `device:${publicKey}`);
