import { adminSettings } from "#command-api/auth/config.ts";
import { commandApiSettings } from "#command-api/config.ts";
import { migrateSettings } from "#command-api/migrate/config.ts";
import { meanings, type Meaning, type Settings } from "#kernel/platform/config.ts";
import { projectorSettings } from "#projector/config.ts";
import { queryApiSettings } from "#query-api/config.ts";
import { standaloneSettings } from "#standalone/config.ts";
import { webServerSettings } from "#web/server/config.ts";

const PROCESSES: Readonly<Record<string, Settings>> = {
  standalone: standaloneSettings,
  web: webServerSettings,
  "command-api": commandApiSettings,
  "query-api": queryApiSettings,
  projector: projectorSettings,
  migrate: migrateSettings,
  "admin:create": adminSettings,
};

/** Only docker-compose.yml reads these. */
const COMPOSE: Readonly<Record<string, Meaning>> = {
  POSTGRES_PASSWORD: { meaning: "password of the database's superuser", secret: "generated" },
  WEB_HOST: { meaning: "address of the host on which web is published", byDefault: "127.0.0.1" },
  WEB_PORT: { meaning: "port of the host on which web is published", byDefault: "3000" },
};

const HEAD = `# Every setting of every process, with its default. An empty value counts as not set.
# \`npm start\` needs none of them. The secrets for docker compose are made, once, by
#   npm run -s secrets > .env
`;

type Reading = Meaning & Readonly<{ process: string }>;

/** The text of .env.example, from the settings themselves. */
export function envExample(): string {
  const readings = new Map<string, Reading[]>();
  const add = (name: string, reading: Reading) =>
    readings.set(name, [...(readings.get(name) ?? []), reading]);
  for (const [process, settings] of Object.entries(PROCESSES)) {
    for (const [name, schema] of Object.entries(settings)) {
      add(name, { process, ...(meanings.get(schema) ?? { meaning: "" }) });
    }
  }
  for (const [name, meaning] of Object.entries(COMPOSE)) {
    add(name, { process: "docker compose", ...meaning });
  }
  const entries = [...readings].map(([name, all]) => entry(name, all));
  return `${HEAD}\n${entries.join("\n")}`;
}

function entry(name: string, readings: readonly Reading[]): string {
  const meaning = [...new Set(readings.map((reading) => reading.meaning))].join("; ");
  const defaults = new Set(readings.map(({ byDefault }) => byDefault));
  const byDefault = defaults.size === 1 ? (readings[0]?.byDefault ?? "") : "";
  return `# ${meaning}\n#   ${need(readings)}\n${name}=${byDefault}\n`;
}

function need(readings: readonly Reading[]): string {
  const users = readings.map(({ process }) => process).join(", ");
  const [first] = readings;
  if (first?.isOptional === true) return `optional: ${users}`;
  if (first?.byDefault === undefined) return `required: ${users}`;
  const defaults = new Set(readings.map(({ byDefault }) => byDefault));
  if (defaults.size === 1) return users;
  return readings.map(({ process, byDefault }) => `${process} ${byDefault}`).join(", ");
}
