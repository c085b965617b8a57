import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");

const COPIED = ["kernel", "command-api", "query-api", "projector", "package.json"];

type Edit = Readonly<{ file: string; after: string; add: string }>;

/** An optional field of an event, which the command API fills and a read model shows. */
const EDITS: readonly Edit[] = [
  {
    file: "kernel/contract/events/sale.ts",
    after: "possibleDuplicateOf: z.optional(SaleId),",
    add: "channel: z.optional(z.string()),",
  },
  { file: "command-api/sale/sale.ts", after: "register: OWN_REGISTER,", add: 'channel: "till",' },
  {
    file: "projector/projections/sales/sales.ts",
    after: 'void_reason: "text?",',
    add: 'channel: "text?",',
  },
  {
    file: "projector/projections/sales/sales.ts",
    after: "possible_duplicate_of: data.possibleDuplicateOf,",
    add: "channel: data.channel,",
  },
];

const MIGRATION = `set role rm_owner;
alter table rm.rm_sales add column channel text;
create table rm.rm_channels (
  tenant_id uuid not null,
  channel   text not null,
  sales     int  not null,
  primary key (tenant_id, channel)
);
select rm.protect('rm.rm_channels');
reset role;
`;

/** The files of the next version that differ from this one, by their paths. */
export async function editedSources(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const { file, after, add } of EDITS) {
    const source = sources.get(file) ?? (await readFile(join(ROOT, file), "utf8"));
    if (!source.includes(after)) throw new Error(`${file} has no text ${after}`);
    sources.set(file, source.replace(after, `${after}\n${add}`));
  }
  return sources;
}

/** A copy of this code as its next version: one more event field, one more column and table. */
export async function writeNextVersion(folder: string): Promise<void> {
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [file, source] of await editedSources()) await writeFile(join(folder, file), source);
  await writeFile(join(folder, "projector", "migrations", "9000_next_version.sql"), MIGRATION);
}

/** Runs the migrate job of the version in the folder, as an update does first. */
export const migrateFrom = (folder: string, adminUrl: string): Promise<void> =>
  runJob(join(folder, "command-api", "migrate", "main.ts"), { DATABASE_ADMIN_URL: adminUrl });

async function runJob(script: string, env: Readonly<Record<string, string>>): Promise<void> {
  const passwords = Object.entries(TEST_PASSWORDS).map(([role, password]) => [
    `DB_PASSWORD_${role.toUpperCase()}`,
    password,
  ]);
  const job = spawn(process.execPath, [script], {
    env: { NODE_ENV: "test", ...Object.fromEntries(passwords), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  job.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  await once(job, "exit");
  if (job.exitCode !== 0) throw new Error(`${script} failed\n${errors.join("")}`);
}
