/** Roles that log in, each with its own password. The migrations grant their rights. */
export const LOGIN_ROLES = [
  "migrator",
  "cmd_writer",
  "account_writer",
  "relay",
  "projector",
  "query_ro",
  "platform_ro",
  "auditor_ro",
  "jobs",
] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

/** Own the schemas; they cannot log in. */
export const OWNER_ROLES = ["es_owner", "rm_owner"] as const;

export type RolePasswords = Readonly<Record<LoginRole, string>>;

export const passwordVariable = (role: LoginRole): string => `DB_PASSWORD_${role.toUpperCase()}`;

type PasswordVariables = Readonly<Record<`DB_PASSWORD_${Uppercase<LoginRole>}`, string>>;

/** Maps each role to the setting with its password. */
export const rolePasswords = (settings: PasswordVariables): RolePasswords => ({
  migrator: settings.DB_PASSWORD_MIGRATOR,
  cmd_writer: settings.DB_PASSWORD_CMD_WRITER,
  account_writer: settings.DB_PASSWORD_ACCOUNT_WRITER,
  relay: settings.DB_PASSWORD_RELAY,
  projector: settings.DB_PASSWORD_PROJECTOR,
  query_ro: settings.DB_PASSWORD_QUERY_RO,
  platform_ro: settings.DB_PASSWORD_PLATFORM_RO,
  auditor_ro: settings.DB_PASSWORD_AUDITOR_RO,
  jobs: settings.DB_PASSWORD_JOBS,
});
