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

/** Settings that more than one service knows, under one name and with one meaning. */

export const processSettings = {
  NODE_ENV: choice(
    "production refuses short secrets and demo data",
    ["production", "development", "test"],
    "development",
  ),
  LOG_LEVEL: choice(
    "the least important lines that are logged",
    ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    "info",
  ),
};

export const serverSettings = (byDefaultPort: number) => ({
  ...processSettings,
  HOST: text("address to listen on; 0.0.0.0 is every network of the machine", "127.0.0.1"),
  PORT: port("port to listen on, 0 for any free one", byDefaultPort),
  TRUST_PROXY: networkList(
    "addresses or CIDR ranges of the reverse proxies whose X-Forwarded-For and X-Request-Id are believed",
  ),
});

export const databaseSettings = {
  DATABASE_URL: url("postgres://host:port/database, without a user: each service adds its roles", [
    "postgres",
    "postgresql",
  ]),
  POOL_SIZE: wholeNumber("most database connections of a role in one process", 10, [1, 500]),
};

export const brokerSettings = {
  KAFKA_BROKERS: optional(
    brokerList("Kafka brokers, host:port; without it the projector follows the log itself"),
  ),
};

export const redisSettings = {
  REDIS_URL: optional(
    url(
      "redis://host:port for limits shared by all processes; without it each process counts alone",
      ["redis", "rediss"],
    ),
  ),
};

export const mailSettings = {
  SMTP_URL: optional(
    chosenSecretUrl(
      "smtp://user:password@host:port or smtps:// of the server that takes our mails; without it none is sent",
      ["smtp", "smtps"],
    ),
  ),
  MAIL_FROM: text("who our mails are from", "Tillbook <no-reply@tillbook.example>"),
  PUBLIC_URL: urlOr(
    "http://localhost:3000",
    "where people reach the web app, for the links in mails",
    ["http", "https"],
  ),
};

/** A file and no variable: the key is not to be seen where a process's environment is. */
export const signedHeadKeySettings = {
  CHECKPOINT_KEY_FILE: optional(
    requiredText(
      "file with the key that signs checkpoints of the log and the public keys before it",
    ),
  ),
};

export const rolePassword = (role: string) =>
  machinePassword(`password of the database role ${role}`);

export const dataKey = secretKey(
  "wraps the keys of personal data, 32 bytes in base64; lost with it: every name and address",
);

export const tokenPublicKey = publicKey(
  "verifies sign-in tokens: Ed25519 public key, SPKI PEM in base64",
);
