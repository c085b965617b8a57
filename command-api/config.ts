import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import {
  isKeyPair,
  personPassword,
  privateKey,
  secretKey,
} from "#kernel/node/config/secret-settings.ts";
import {
  choice,
  optional,
  requiredText,
  urlOr,
  wholeNumber,
} from "#kernel/node/config/settings.ts";
import {
  brokerSettings,
  signedHeadKeySettings,
  databaseSettings,
  dataKey,
  heavySettings,
  mailSettings,
  redisSettings,
  rolePassword,
  serverSettings,
  tokenPublicKey,
} from "#kernel/node/config/shared-settings.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

const LIMIT = [1, 1_000_000] as const;

export const commandLimitSettings = {
  REGISTRATIONS_PER_HOUR: wholeNumber("registrations per address per hour", 5, LIMIT),
  SIGN_INS_PER_MINUTE: wholeNumber("sign-in attempts per address per minute", 30, LIMIT),
  WRITES_PER_MINUTE: wholeNumber("changes per user per minute", 1200, LIMIT),
  WRITES_PER_SECOND: wholeNumber(
    "changes per business and second; an import counts as 20",
    100,
    LIMIT,
  ),
  MESSAGES_PER_HOUR: wholeNumber("contact messages per address per hour", 5, LIMIT),
  TEST_MAILS_PER_HOUR: wholeNumber("test emails per business per hour", 5, LIMIT),
};

export const providerSettings = {
  PAYSTACK_URL: urlOr("https://api.paystack.co", "where Paystack answers", ["https", "http"]),
  PRIVATE_MAIL_SERVERS: choice(
    "whether a business's own mail server may be in a private network",
    ["no", "yes"],
    "no",
  ),
};

/**
 * Outside the database, because a restored backup contains people who have been erased since it was
 * taken.
 */
export const erasedSettings = {
  ERASED_DIR: optional(requiredText("folder outside the database that lists erased people")),
};

export const firstAdminSettings = {
  SUPER_ADMIN_EMAIL: optional(
    requiredText("email of the first super admin, read only until there is one"),
  ),
  SUPER_ADMIN_PASSWORD: optional(
    personPassword("password of the first super admin, 8 to 128 characters"),
  ),
};

export const commandApiSettings = {
  ...serverSettings(3001),
  ...databaseSettings,
  DB_PASSWORD_CMD_WRITER: rolePassword("cmd_writer"),
  DB_PASSWORD_ACCOUNT_WRITER: rolePassword("account_writer"),
  DB_PASSWORD_RELAY: rolePassword("relay"),
  DB_PASSWORD_JOBS: rolePassword("jobs"),
  ...mailSettings,
  ...providerSettings,
  ...brokerSettings,
  ...redisSettings,
  DATA_KEY: dataKey,
  REQUEST_HASH_KEY: secretKey("keys the hashes of requests, 32 bytes in base64"),
  TOKEN_PRIVATE_KEY: privateKey("signs sign-in tokens: Ed25519 private key, PKCS#8 PEM in base64"),
  TOKEN_PUBLIC_KEY: tokenPublicKey,
  ...signedHeadKeySettings,
  ...firstAdminSettings,
  ...erasedSettings,
  ...commandLimitSettings,
  ...heavySettings,
};

export function commandApiConfig(env: Environment) {
  const config = readConfig(commandApiSettings, env);
  if (!isKeyPair(config.TOKEN_PRIVATE_KEY, config.TOKEN_PUBLIC_KEY)) {
    throw startProblem(
      "invalid configuration: TOKEN_PUBLIC_KEY: does not belong to TOKEN_PRIVATE_KEY",
    );
  }
  return config;
}
