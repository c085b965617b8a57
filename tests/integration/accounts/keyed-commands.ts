import { RecoveryCodes, TotpSetup } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";
import { type Answer, idOf, type Method } from "#tests/integration/command-api/routes/ask.ts";
import {
  type TenantOwner,
  PASSWORD,
  someEmail,
  STAFF,
  type TenancySuite,
  tokenOf,
} from "#tests/integration/tenancy/tenancy.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";

export type KeyedCommand = Readonly<{
  method: Method;
  url: string;
  token?: string;
  body?: object;
  /** A different request under the same key. */
  other?: Readonly<{ url?: string; body?: object }>;
}>;

export type KeyedCase = Readonly<{
  name: string;
  prepare: (suite: TenancySuite, owner: TenantOwner) => Promise<KeyedCommand>;
  /** The events stored under the key, in the logs of all tenants. */
  events: readonly string[];
  /** The first answer holds a secret that is not stored. */
  isShownOnce?: boolean;
}>;

export const NEXT = "another horse of theirs";
export const setupOf = (answer: Answer): TotpSetup => success(TotpSetup).parse(answer.body).data;
export const codesOf = (answer: Answer): readonly string[] =>
  success(RecoveryCodes).parse(answer.body).data.recovery_codes;

export const again = { password: PASSWORD };
const sidOf = (token: string): string => String(claimsOf(token)["sid"]);

async function pendingTotp(suite: TenancySuite, { token }: TenantOwner): Promise<string> {
  const started = await suite.call("POST", "/api/v1/account/totp", { token, body: again });
  return authenticatorCode(setupOf(started).secret, suite.clock());
}

async function confirmedTotp(suite: TenancySuite, owner: TenantOwner): Promise<void> {
  const body = { code: await pendingTotp(suite, owner) };
  await suite.call("POST", "/api/v1/account/totp/confirm", { token: owner.token, body });
}

async function resetLink(suite: TenancySuite, { email, tenantId }: TenantOwner): Promise<string> {
  await suite.call("POST", "/api/v1/auth/forgot-password", { body: { email } });
  const [row] = await suite.query<{ command_id: string }>(
    "select command_id from auth.link_tokens where tenant_id = $1 and kind = 'password-reset'",
    [tenantId],
  );
  return suite.mailLinks.tokenFor("password-reset", tenantId, CommandId.parse(row?.command_id));
}

export const invited = async (suite: TenancySuite, { token }: TenantOwner): Promise<string> =>
  idOf(await suite.call("POST", STAFF, { token, body: { email: someEmail(), role: "cashier" } }));

/** Commands on the user's own account, and those without a session. */
export const OWN: readonly KeyedCase[] = [
  {
    name: "registering",
    events: [
      "TenantRegistered", // In the platform's log.
      "TenantRegistered",
      "StaffJoined",
      "SignedIn",
    ],
    prepare: async () => {
      const name = { business_name: "Keys", first_name: "A", last_name: "B" };
      const body = { ...name, email: someEmail(), password: PASSWORD };
      const other = { body: { ...body, password: NEXT } };
      return { method: "POST", url: "/auth/register.php", body, other };
    },
  },
  {
    name: "changing the password",
    events: ["PasswordChanged"],
    prepare: async (_, { token }) => {
      const body = { current_password: PASSWORD, new_password: NEXT };
      const other = { body: { ...body, new_password: "a third horse" } };
      return { method: "PUT", url: "/api/v1/account/password", token, body, other };
    },
  },
  {
    name: "requesting a reset link",
    events: ["PasswordResetRequested"],
    prepare: async (_, { email }) => ({
      method: "POST",
      url: "/api/v1/auth/forgot-password",
      body: { email },
    }),
  },
  {
    name: "resetting the password",
    events: ["PasswordChanged"],
    prepare: async (suite, owner) => {
      const body = { token: await resetLink(suite, owner), password: NEXT };
      const other = { body: { ...body, password: "a third horse" } };
      return { method: "POST", url: "/api/v1/auth/reset-password", body, other };
    },
  },
  {
    name: "accepting an invitation",
    events: ["StaffJoined"],
    prepare: async (suite, owner) => {
      const token = await suite.linkOf(owner.tenantId, await invited(suite, owner));
      const body = { token, first_name: "A", last_name: "B", password: PASSWORD };
      const other = { body: { ...body, password: NEXT } };
      return { method: "POST", url: "/api/v1/auth/accept-invitation", body, other };
    },
  },
  {
    name: "ending one session",
    events: ["SessionsEnded"],
    prepare: async (suite, { token, email }) => {
      const [one, two] = [await suite.signIn(email), await suite.signIn(email)].map(tokenOf);
      const url = (sid = "") => `/api/v1/sessions/${sidOf(sid)}`;
      return { method: "DELETE", url: url(one), token, body: again, other: { url: url(two) } };
    },
  },
  {
    name: "ending the other sessions",
    events: ["SessionsEnded"],
    prepare: async (_, { token }) => ({
      method: "DELETE",
      url: "/api/v1/sessions",
      token,
      body: again,
    }),
  },
  {
    name: "starting an authenticator",
    events: [],
    isShownOnce: true,
    prepare: async (_, { token }) => ({
      method: "POST",
      url: "/api/v1/account/totp",
      token,
      body: again,
    }),
  },
  {
    name: "confirming an authenticator",
    events: ["TotpEnabled"],
    isShownOnce: true,
    prepare: async (suite, owner) => {
      const body = { code: await pendingTotp(suite, owner) };
      const [url, other] = ["/api/v1/account/totp/confirm", { body: { code: "000000" } }];
      return { method: "POST", url, token: owner.token, body, other };
    },
  },
  {
    name: "reissuing recovery codes",
    events: ["RecoveryCodesReissued"],
    isShownOnce: true,
    prepare: async (suite, owner) => {
      await confirmedTotp(suite, owner);
      const url = "/api/v1/account/recovery-codes";
      return { method: "POST", url, token: owner.token, body: again };
    },
  },
  {
    name: "stopping an authenticator",
    events: ["TotpDisabled"],
    prepare: async (suite, owner) => {
      await confirmedTotp(suite, owner);
      return { method: "DELETE", url: "/api/v1/account/totp", token: owner.token, body: again };
    },
  },
];
