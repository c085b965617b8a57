import { chosenSecretUrl, machinePassword, publicKey, secretKey } from "./secret-settings.ts";
import {
  brokerList,
  choice,
  networkList,
  optional,
  port,
  requiredText,
  text,
  url,
  urlOr,
  wholeNumber,
} from "./settings.ts";

/** Settings that several services share, under one name and with one meaning. */

export const processSettings = {
  NODE_ENV: choice(
    "production refuses short secrets and demo data",
    ["production", "development", "test"],
    "development",
  ),
  LOG_LEVEL: choice(
    "the least important level that is logged",
    ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    "info",
  ),
};

export const serverSettings = (byDefaultPort: number) => ({
  ...processSettings,
  HOST: text("address to listen on; 0.0.0.0 is every network interface", "127.0.0.1"),
  PORT: port("port to listen on; 0 is any free port", byDefaultPort),
  TRUST_PROXY: networkList(
    "addresses or CIDR ranges of the reverse proxies whose X-Forwarded-For and X-Request-Id are trusted",
  ),
});

export const databaseSettings = {
  DATABASE_URL: url(
    "postgres://host:port/database, without a user: each service connects as its own roles",
    ["postgres", "postgresql"],
  ),
  POOL_SIZE: wholeNumber(
    "maximum number of database connections per role and process",
    10,
    [1, 500],
  ),
};

export const brokerSettings = {
  KAFKA_BROKERS: optional(
    brokerList("Kafka brokers, host:port; without it the projector reads the log directly"),
  ),
};

export const redisSettings = {
  REDIS_URL: optional(
    url(
      "redis://host:port for rate limits shared by all processes; without it each process counts on its own",
      ["redis", "rediss"],
    ),
  ),
};

export const mailSettings = {
  SMTP_URL: optional(
    chosenSecretUrl(
      "smtp://user:password@host:port or smtps:// of the mail server; without it no email is sent",
      ["smtp", "smtps"],
    ),
  ),
  MAIL_FROM: text("sender of our emails", "Tillbook <no-reply@tillbook.example>"),
  PUBLIC_URL: urlOr(
    "http://localhost:3000",
    "where people reach the web app, for the links in mails",
    ["http", "https"],
  ),
};

/** A file, not a variable: the environment of a process is easier to read than a file. */
export const signedHeadKeySettings = {
  CHECKPOINT_KEY_FILE: optional(
    requiredText(
      "file with the key that signs the heads of the log, and with its earlier public keys",
    ),
  ),
};

export const rolePassword = (role: string) =>
  machinePassword(`password of the database role ${role}`);

export const dataKey = secretKey(
  "wraps the keys of personal data, 32 bytes in base64; if it is lost, all names and addresses are lost",
);

export const tokenPublicKey = publicKey(
  "verifies sign-in tokens: Ed25519 public key, SPKI PEM in base64",
);
