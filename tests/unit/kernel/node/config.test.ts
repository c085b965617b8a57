import { generateKeyPairSync, randomBytes } from "node:crypto";

import { describe, expect, test } from "vitest";

import { describeConfig, readConfig, suspectVariables } from "#kernel/node/config/read-config.ts";
import {
  isKeyPair,
  machinePassword,
  personPassword,
  privateKey,
  publicKey,
  secretKey,
  secretUrl,
} from "#kernel/node/config/secret-settings.ts";
import {
  brokerList,
  choice,
  networkList,
  optional,
  originList,
  port,
  url,
  wholeNumber,
} from "#kernel/node/config/settings.ts";

const shape = {
  NODE_ENV: choice("mode", ["production", "development", "test"], "development"),
  PORT: port("port", 3000),
  LIMIT: wholeNumber("limit", 5, [1, 100]),
  DATABASE_URL: url("database", ["postgres"]),
  DB_PASSWORD: machinePassword("password"),
  DATA_KEY: secretKey("key"),
  KAFKA_BROKERS: optional(brokerList("brokers")),
};

const dataKey = randomBytes(32).toString("base64");
const password = randomBytes(32).toString("base64url");
const good = { DATABASE_URL: "postgres://db:5432/till", DB_PASSWORD: "x", DATA_KEY: dataKey };

const faults = (env: Record<string, string>) => {
  try {
    readConfig(shape, env);
    return "";
  } catch (error) {
    return String(error);
  }
};

describe("reading the settings", () => {
  test("uses defaults for absent and empty variables", () => {
    const config = readConfig(shape, { ...good, PORT: "", KAFKA_BROKERS: "" });
    expect(config).toMatchObject({ NODE_ENV: "development", PORT: 3000, LIMIT: 5 });
    expect(config.KAFKA_BROKERS).toBeUndefined();
    expect(config.DATA_KEY.toString("base64")).toBe(dataKey);
  });

  test("reports all problems at once", () => {
    const told = faults({ PORT: "99999", LIMIT: "0", NODE_ENV: "prod", DATA_KEY: "c2hvcnQ=" });
    expect(told).toContain("PORT: must be a whole number from 0 to 65535");
    expect(told).toContain("LIMIT: must be a whole number from 1 to 100");
    expect(told).toContain("NODE_ENV: must be one of production, development, test");
    expect(told).toContain("DATA_KEY: must be 32 bytes in base64");
    expect(told).toContain("DATABASE_URL: is missing");
    expect(told).toContain("DB_PASSWORD: is missing");
  });

  test.each(["1e3", "0x10", " 80", "80.5", "-1", "eighty"])("refuses %j as a number", (value) => {
    expect(faults({ ...good, PORT: value })).toContain("PORT:");
  });

  test("never repeats a value", () => {
    const told = faults({
      ...good,
      DATA_KEY: "hunter2-hunter2",
      DATABASE_URL: "mysql://u:hunter2@x",
    });
    expect(told).toContain("DATA_KEY");
    expect(told).not.toContain("hunter2");
  });
});

describe("secrets in production", () => {
  const production = { ...good, NODE_ENV: "production", DB_PASSWORD: password };

  test("are accepted when long and varied", () => {
    expect(faults(production)).toBe("");
  });

  test.each([
    ["short", "postgres", "is shorter than 32 bytes"],
    ["regular", "a".repeat(40), "is too regular"],
  ])("are refused when %s", (_name, value, reason) => {
    expect(faults({ ...production, DB_PASSWORD: value })).toContain(`DB_PASSWORD: ${reason}`);
    expect(faults({ ...production, NODE_ENV: "test", DB_PASSWORD: value })).toBe("");
  });

  test("are checked inside a URL", () => {
    const admin = { DATABASE_ADMIN_URL: secretUrl("admin", ["postgres"]) };
    const env = { NODE_ENV: "production", DATABASE_ADMIN_URL: "postgres://postgres:postgres@db/x" };
    expect(() => readConfig(admin, env)).toThrow("DATABASE_ADMIN_URL: is shorter than 32 bytes");
  });

  test("of all zeros are refused", () => {
    const zeros = Buffer.alloc(32).toString("base64");
    expect(faults({ ...production, DATA_KEY: zeros })).toContain("DATA_KEY: is too regular");
  });

  test("may be shorter where a person chooses them", () => {
    const chosen = { SUPER_ADMIN_PASSWORD: optional(personPassword("admin")) };
    expect(() =>
      readConfig(chosen, { NODE_ENV: "production", SUPER_ADMIN_PASSWORD: "correct horse" }),
    ).not.toThrow();
    expect(() => readConfig(chosen, { SUPER_ADMIN_PASSWORD: "short" })).toThrow("8 to 128");
  });
});

describe("keys", () => {
  const pair = generateKeyPairSync("ed25519");
  const pkcs8 = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const spki = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const keys = { PRIVATE: privateKey("private"), PUBLIC: publicKey("public") };

  test("are read as PEM", () => {
    const config = readConfig(keys, { PRIVATE: base64(pkcs8), PUBLIC: base64(spki) });
    expect(config).toEqual({ PRIVATE: pkcs8, PUBLIC: spki });
    expect(isKeyPair(config.PRIVATE, config.PUBLIC)).toBe(true);
  });

  test("a private key is refused as a public key", () => {
    expect(() => readConfig(keys, { PRIVATE: base64(pkcs8), PUBLIC: base64(pkcs8) })).toThrow(
      "PUBLIC: must be an Ed25519 public key",
    );
  });

  test("of another kind are refused", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => readConfig(keys, { PRIVATE: base64(pem), PUBLIC: base64(spki) })).toThrow(
      "PRIVATE: must be an Ed25519 private key",
    );
  });

  test("are checked to belong together", () => {
    const other = generateKeyPairSync("ed25519").publicKey;
    expect(isKeyPair(pkcs8, other.export({ type: "spki", format: "pem" }).toString())).toBe(false);
  });
});

describe("lists", () => {
  const lists = { ORIGINS: originList("origins"), NETWORKS: networkList("networks") };

  test("are split at commas", () => {
    expect(
      readConfig(lists, { ORIGINS: "http://a:1, http://b:2/", NETWORKS: "10.0.0.0/8,::1" }),
    ).toEqual({ ORIGINS: ["http://a:1", "http://b:2/"], NETWORKS: ["10.0.0.0/8", "::1"] });
  });

  test.each(["", "ftp://a", "http://a/path", "a:1", "http://a:1,nonsense"])(
    "refuse %j as origins",
    (value) => expect(() => readConfig(lists, { ORIGINS: value })).toThrow("ORIGINS"),
  );

  test.each(["10.0.0.0/33", "proxy", "10.0.0.0/8/8", "1.2.3"])("refuse %j as networks", (value) =>
    expect(() => readConfig(lists, { ORIGINS: "http://a", NETWORKS: value })).toThrow("NETWORKS"),
  );
});

describe("the settings in the log at start", () => {
  test("hide secrets and the credentials of a URL", () => {
    const config = readConfig(shape, {
      ...good,
      DB_PASSWORD: "hunter2",
      DATABASE_URL: "postgres://me:hunter2@db/till",
    });
    const printed = describeConfig(shape, config);
    expect(printed).toMatchObject({
      PORT: "3000",
      DB_PASSWORD: "***",
      DATA_KEY: "***",
      DATABASE_URL: "postgres://***@db/till",
      KAFKA_BROKERS: "(not set)",
    });
    expect(JSON.stringify(printed)).not.toContain("hunter2");
    expect(JSON.stringify(printed)).not.toContain(dataKey);
  });

  test("report misspelt variables and no others", () => {
    expect(
      suspectVariables(shape, {
        DATABASE_UR: "x",
        KAFKA_BROKER: "x",
        HOME: "/",
        PATH: "/",
        POST: "",
      }),
    ).toEqual(["DATABASE_UR", "KAFKA_BROKER"]);
  });
});
