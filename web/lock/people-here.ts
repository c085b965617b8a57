import * as z from "zod/mini";

import { SessionUser } from "#kernel/contract/api/session.ts";

import { NO_TRIES, Tries } from "./tries.ts";
import { createDeviceKey, Verifier } from "./verifier.ts";

/** A small key-value store of the till, on the device. */
export type TillMeta = Readonly<{
  get: (key: string) => Promise<unknown>;
  put: (key: string, value: unknown) => Promise<void>;
}>;

/** What this till knows of a person's PIN. Rows are read by later versions: add optional fields. */
export const PersonHere = z.object({
  /** Absent: not known. */
  hasPin: z.optional(z.boolean()),
  /** As the server described the person at their last unlock here. */
  user: z.optional(SessionUser),
  /** Absent until the person has unlocked this till with a network. */
  verifier: z.optional(Verifier),
  tries: Tries,
});
export type PersonHere = z.infer<typeof PersonHere>;

const UNKNOWN: PersonHere = { tries: NO_TRIES };
const DEVICE_KEY = "lock-key";
/** The ids of the people who have a row. */
const KNOWN = "lock-people";
const rowOf = (person: string): string => `lock:${person}`;

export function createPeopleHere(meta: TillMeta) {
  let makingKey: Promise<CryptoKey> | undefined;
  const makeKey = async (): Promise<CryptoKey> => {
    const made = await createDeviceKey();
    await meta.put(DEVICE_KEY, made);
    return made;
  };
  const read = async (person: string): Promise<PersonHere> => {
    const found = PersonHere.safeParse(await meta.get(rowOf(person)));
    return found.success ? found.data : UNKNOWN;
  };
  const known = async (): Promise<readonly string[]> =>
    z.array(z.string()).safeParse(await meta.get(KNOWN)).data ?? [];
  const write = async (person: string, row: PersonHere): Promise<void> => {
    await meta.put(rowOf(person), row);
    await meta.put(KNOWN, [...new Set([...(await known()), person])]);
  };
  return {
    read,
    write,
    /** The key of this browser profile, made when it is first needed. */
    deviceKey: async (): Promise<CryptoKey> => {
      const kept = await meta.get(DEVICE_KEY);
      if (kept instanceof CryptoKey) return kept;
      // Two at once must get the same key: what the other one derived would prove nothing.
      makingKey ??= makeKey().finally(() => {
        makingKey = undefined;
      });
      return makingKey;
    },
    /** A person who left must not come in with their old PIN if they return. */
    forgetOthers: async (people: readonly string[]): Promise<void> => {
      const others = (await known()).filter((id) => !people.includes(id));
      for (const id of others) await meta.put(rowOf(id), UNKNOWN);
    },
    /** What the account says of the person who signed in with the password. */
    learnPin: async (person: string, hasPin: boolean): Promise<void> => {
      const row = await read(person);
      // Without a PIN the old one must not open the till.
      const { verifier: _, ...without } = row;
      if (row.hasPin !== hasPin) await write(person, { ...(hasPin ? row : without), hasPin });
    },
  };
}

export type PeopleHere = ReturnType<typeof createPeopleHere>;
