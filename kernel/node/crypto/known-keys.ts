import { createHash } from "node:crypto";

import { TenantId } from "#kernel/contract/ids.ts";
import {
  type Client,
  connectClient,
  type ConnectionSettings,
  createClient,
} from "#kernel/node/postgres/connections.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { unwrapKey } from "./seal.ts";

/** A key that is kept outside the database, and where this process has it from. */
export type HeldKey = Readonly<{
  name: "data" | "request-hash" | "signed-heads";
  /** A setting, or a file. */
  place: string;
  /** The current one first. Earlier ones only for "signed-heads", which can be replaced. */
  keys: readonly Buffer[];
}>;

type PublicKeys = Readonly<{ publicKeys: readonly Buffer[] }>;

/** The signing keys of a process, if it has any. */
export const heldSigningKeys = (place: string, keys: PublicKeys | undefined): HeldKey[] =>
  keys === undefined ? [] : [{ name: "signed-heads", place, keys: keys.publicKeys }];

type Options = Readonly<{
  /** As `cmd_writer` or `projector`. */
  connection: ConnectionSettings;
  held: readonly HeldKey[];
}>;

/**
 * Throws if a key is not the one that this database is used with: people's names would become
 * unreadable, repeated sales would be refused, and signatures would not continue. A database that
 * has no fingerprint yet takes that of the key it finds, if the key opens what is sealed in it.
 */
export async function requireKnownKeys({ connection, held }: Options): Promise<void> {
  const client = await connectClient(createClient(connection));
  try {
    const known = await readFingerprints(client);
    const wrong = new Set<string>();
    for (const key of held) if (!(await isRight(client, key, known))) wrong.add(key.place);
    if (wrong.size === 0) {
      for (const key of held) if (!(await keep(client, key))) wrong.add(key.place);
    }
    if (wrong.size > 0) throw startProblem(refusal([...wrong]));
  } finally {
    await client.end();
  }
}

const refusal = (places: readonly string[]): string =>
  `${places.join(" and ")}: not the key of this database. A backup has the right one: "npm run restore -- --from FILE --keys FOLDER" takes it out.`;

type Fingerprints = ReadonlyMap<string, Buffer>;

async function readFingerprints(client: Client): Promise<Fingerprints> {
  const { rows } = await client.query<{ name: string; fingerprint: Buffer }>(
    "select name, fingerprint from es.key_fingerprints",
  );
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/** The keys are random, so a plain hash tells nothing about them. */
const fingerprintOf = (name: string, key: Buffer): Buffer =>
  createHash("sha256").update(`tillbook ${name} key\n`).update(key).digest();

const isOneOf = ({ name, keys }: HeldKey, fingerprint: Buffer): boolean =>
  keys.some((key) => fingerprintOf(name, key).equals(fingerprint));

async function isRight(client: Client, key: HeldKey, known: Fingerprints): Promise<boolean> {
  const fingerprint = known.get(key.name);
  if (fingerprint !== undefined) return isOneOf(key, fingerprint);
  if (key.name === "data") return opensSome(client, key.keys);
  return key.name === "signed-heads" ? hasSigned(client, key.keys) : true;
}

async function keep(client: Client, key: HeldKey): Promise<boolean> {
  const [current = Buffer.alloc(0)] = key.keys;
  const { rows } = await client.query<{ kept: Buffer }>(
    "select es.keep_fingerprint($1, $2) as kept",
    [key.name, fingerprintOf(key.name, current)],
  );
  return rows[0] !== undefined && isOneOf(key, rows[0].kept);
}

/** True if nothing is sealed yet. */
async function opensSome(client: Client, [dataKey]: readonly Buffer[]): Promise<boolean> {
  const { rows } = await client.query<{ tenant_id: string; subject_id: string; wrapped: Buffer }>(
    "select * from es.some_subject_keys()",
  );
  const opens = ({ tenant_id, subject_id, wrapped }: (typeof rows)[number]): boolean => {
    const subject = { tenantId: TenantId.parse(tenant_id), subjectId: subject_id };
    try {
      return dataKey !== undefined && unwrapKey(dataKey, subject, wrapped).length > 0;
    } catch {
      return false;
    }
  };
  return rows.length === 0 || rows.some(opens);
}

/** True if nothing is signed yet. */
async function hasSigned(client: Client, keys: readonly Buffer[]): Promise<boolean> {
  const { rows } = await client.query<{ key: Buffer }>("select audit.signing_keys() as key");
  return rows.length === 0 || rows.some(({ key }) => keys.some((held) => held.equals(key)));
}
