import { chosenSecretUrl, machinePassword, publicKey, secretKey } from "./secret-settings.ts";
import {
  brokerList,
  choice,
  hostName,
  networkList,
  optional,
  optionalPort,
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

const metricsSettings = {
  METRICS_PORT: optionalPort(
    "port of /metrics for Prometheus, never to be reached from outside; without it there are none",
  ),
  METRICS_HOST: text("address on which /metrics listens", "127.0.0.1"),
};

export const serverSettings = (byDefaultPort: number) => ({
  ...processSettings,
  HOST: text("address to listen on; 0.0.0.0 is every network interface", "127.0.0.1"),
  PORT: port("port to listen on; 0 is any free port", byDefaultPort),
  TRUST_PROXY: networkList(
    "addresses or CIDR ranges of the reverse proxies whose X-Forwarded-For and X-Request-Id are trusted",
  ),
  ...metricsSettings,
});

/** Of the server that people reach. */
export const connectionSettings = {
  CONNECTIONS: wholeNumber("most open connections; more are refused", 4000, [10, 100_000]),
  CONNECTIONS_PER_ADDRESS: wholeNumber(
    "most open connections from one address; addresses of TRUST_PROXY have no such limit",
    1000,
    [1, 100_000],
  ),
  PLATFORM_HOST: optional(
    hostName(
      "the super admins' portal answers at this host name alone, and shops sign in at any other; without it both are everywhere",
    ),
  ),
};

/** Exports, imports, long lists and questions about the past. */
export const heavySettings = {
  HEAVY_REQUESTS_AT_ONCE: wholeNumber(
    "heavy requests (exports, imports, long lists, reports) of one business at once",
    2,
    [1, 1000],
  ),
  HEAVY_WORK_AT_ONCE: wholeNumber(
    "businesses whose heavy requests are worked on at the same moment in one process",
    2,
    [1, 1000],
  ),
  HEAVY_WORK_PERCENT: wholeNumber(
    "share of the time in which the heavy requests of one business are worked on",
    40,
    [5, 100],
  ),
};

export const liveSettings = {
  LIVE_STREAMS_PER_USER: wholeNumber(
    "open live updates of one person in one process; the oldest ends",
    20,
    [1, 10_000],
  ),
  LIVE_STREAMS_PER_BUSINESS: wholeNumber(
    "open live updates of one business in one process",
    500,
    [1, 100_000],
  ),
  LIVE_STREAMS: wholeNumber("open live updates in one process", 2000, [1, 100_000]),
};

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
