import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { commandApiConfig } from "#command-api/config.ts";
import { migrateConfig } from "#command-api/migrate/config.ts";
import { projectorConfig } from "#projector/config.ts";
import { queryApiConfig } from "#query-api/config.ts";
import { composeSecrets } from "#standalone/operator/secrets/compose-secrets.ts";
import { envExample } from "#tests/kit/builders/env-example.ts";

const compose = readFileSync("docker-compose.yml", "utf8");
const example = readFileSync(".env.example", "utf8");

test(".env.example says what the settings say; after a change: vitest -u", async () => {
  await expect(envExample()).toMatchFileSnapshot("../../.env.example");
});

test(".env.example holds no secret", () => {
  const secret = /^(?:.*PASSWORD.*|.*KEY|.*ADMIN_URL)=(.*)$/gm;
  expect([...example.matchAll(secret)].map(([, value]) => value).join("")).toBe("");
  expect([...example.matchAll(secret)].length).toBeGreaterThan(10);
});

describe("docker compose", () => {
  const known = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  const used = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);

  test("uses only variables that are explained", () => {
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test("gets every secret that it requires, fit for production", () => {
    const secrets = composeSecrets();
    const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name ?? "");
    expect([...new Set(required)].toSorted()).toEqual(Object.keys(secrets).toSorted());

    const env = {
      ...secrets,
      NODE_ENV: "production",
      DATABASE_URL: "postgres://postgres:5432/tillbook",
      DATABASE_ADMIN_URL: `postgres://postgres:${secrets["POSTGRES_PASSWORD"]}@postgres/tillbook`,
    };
    for (const read of [commandApiConfig, queryApiConfig, projectorConfig, migrateConfig]) {
      expect(() => read(env)).not.toThrow();
    }
  });

  test("makes other secrets each time", () => {
    const [one, two] = [composeSecrets(), composeSecrets()];
    expect(Object.keys(one).filter((name) => one[name] === two[name])).toEqual([]);
  });
});
