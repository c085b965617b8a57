import { commandApiSettings } from "#command-api/config.ts";
import { migrateSettings } from "#command-api/migrate/config.ts";
import { adminSettings } from "#command-api/super-admin/config.ts";
import {
  meanings as meaningsOf,
  type Meaning,
  type Settings,
} from "#kernel/node/config/read-config.ts";
import { projectorSettings } from "#projector/config.ts";
import { rebuildSettings } from "#projector/rebuild/config.ts";
import { queryApiSettings } from "#query-api/config.ts";
import { standaloneSettings } from "#standalone/config.ts";
import { auditSettings } from "#standalone/operator/audit/command.ts";
import { backupSettings, serverBackupSettings } from "#standalone/operator/backup/config.ts";
import { webServerSettings } from "#web/server/config.ts";

const PROCESSES: Readonly<Record<string, Settings>> = {
  standalone: standaloneSettings,
  web: webServerSettings,
  "command-api": commandApiSettings,
  "query-api": queryApiSettings,
  projector: projectorSettings,
  migrate: migrateSettings,
  "admin:create": adminSettings,
  rebuild: rebuildSettings,
  audit: auditSettings,
  "backup and restore": backupSettings,
  "backup and restore of servers": serverBackupSettings,
};

/** Only docker-compose.yml reads these. */
const COMPOSE: Readonly<Record<string, Meaning>> = {
  ARCHIVE_DAYS: {
    meaning: "days of which the profile archive can bring back any moment",
    byDefault: "7",
  },
  POSTGRES_PASSWORD: { meaning: "password of the database's superuser", secret: "generated" },
  WEB_HOST: { meaning: "address of the host on which web is published", byDefault: "127.0.0.1" },
  WEB_PORT: { meaning: "port of the host on which web is published", byDefault: "3000" },
};

const HEAD = `# Every setting of every process, with its default. An empty value counts as not set.
# \`npm start\` needs none of them. The secrets for docker compose are made, once, by
#   npm run -s secrets > .env
# which also makes secrets/checkpoint-key.pem.
`;

type Reading = Meaning & Readonly<{ process: string }>;

/** The text of .env.example, from the settings themselves. */
export function envExample(): string {
  const readings = new Map<string, Reading[]>();
  const add = (name: string, reading: Reading) =>
    readings.set(name, [...(readings.get(name) ?? []), reading]);
  for (const [process, settings] of Object.entries(PROCESSES)) {
    for (const [name, schema] of Object.entries(settings)) {
      add(name, { process, ...(meaningsOf.get(schema) ?? { meaning: "" }) });
    }
  }
  for (const [name, meaning] of Object.entries(COMPOSE)) {
    add(name, { process: "docker compose", ...meaning });
  }
  const entries = [...readings].map(([name, all]) => entry(name, all));
  return `${HEAD}\n${entries.join("\n")}`;
}

function entry(name: string, readings: readonly Reading[]): string {
  const meanings = new Set(readings.map(({ meaning }) => meaning));
  const defaults = new Set(readings.map(({ byDefault }) => byDefault));
  const [only] = defaults.size === 1 ? defaults : [];
  return [
    ...[...meanings].map((meaning) => `# ${meaning}`),
    `#   ${users(readings, defaults.size > 1)}`,
    `${name}=${only ?? ""}`,
    "",
  ].join("\n");
}

function users(readings: readonly Reading[], isDefaultNamed: boolean): string {
  const required = readings.filter((one) => !one.isOptional && one.byDefault === undefined);
  const optional = readings.filter(({ isOptional }) => isOptional);
  const rest = readings.filter(({ byDefault }) => byDefault !== undefined);
  const names = (some: readonly Reading[]) => some.map(({ process }) => process).join(", ");
  const defaulted = rest.map(({ process, byDefault }) =>
    isDefaultNamed ? `${process} ${byDefault}` : process,
  );
  const groups = [
    required.length > 0 ? `required: ${names(required)}` : "",
    optional.length > 0 ? `optional: ${names(optional)}` : "",
    defaulted.join(", "),
  ];
  return groups.filter((group) => group !== "").join("; ");
}
