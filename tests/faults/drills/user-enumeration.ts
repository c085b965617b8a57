import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { createPasswords, type Passwords } from "#kernel/node/crypto/passwords.ts";
import {
  type AccountApi,
  createAccountApi,
  openAccountSuite,
  productPasswords,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  registered,
  setStatus,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { registeredWithTotp } from "#tests/integration/command-api/account-store/second-factors.ts";
import { separation } from "#tests/kit/checks/separation.ts";

/** Each email is used on three routes, and less than what locks an account. */
const TRIES_OF_ONE = 25;
const KINDS = ["known", "unknown", "suspended"] as const;
type Kind = (typeof KINDS)[number];
type Emails = Record<Kind | "admin" | "withTotp", string[]>;

async function makeAccounts(api: AccountApi, samples: number): Promise<Emails> {
  const emails: Emails = { known: [], unknown: [], suspended: [], admin: [], withTotp: [] };
  for (let n = 0; n < samples / TRIES_OF_ONE; n++) {
    emails.known.push((await registered(api)).email);
    emails.withTotp.push((await registeredWithTotp(api)).email);
    emails.unknown.push(`unknown${n}@example.com`);
    const admin = { email: `root${n}@example.com`, password: ADMIN.password };
    await createSuperAdmin(api.accounts, admin);
    emails.admin.push(admin.email);
    const { email, tenant } = await registered(api);
    await setStatus(api, tenant.id, "suspended");
    emails.suspended.push(email);
  }
  return emails;
}

type Sent = Readonly<{ email: string; from: string }>;
type Answer = Readonly<{ statusCode: number; json: () => unknown }>;
type Endpoint = Readonly<{
  name: string;
  known: "known" | "admin" | "withTotp";
  send: (api: AccountApi, sent: Sent) => Promise<Answer>;
  atOnce: number;
}>;

const login = (api: AccountApi, { email, from }: Sent, more = {}) =>
  api.post("/auth/login.php", { email, password: "wrong", ...more }, { from });

export const ENDPOINTS: readonly [Endpoint, ...Endpoint[]] = [
  { name: "login", known: "known", atOnce: 1, send: login },
  {
    name: "login with a code",
    known: "withTotp",
    atOnce: 1,
    send: (api, sent) => login(api, sent, { totp: "000000" }),
  },
  {
    name: "super admin sign-in",
    known: "admin",
    atOnce: 1,
    send: (api, { email, from }) =>
      api.post("/auth/super-admin-login.php", { email, password: "wrong" }, { from }),
  },
  {
    name: "forgot password",
    known: "known",
    atOnce: 40,
    send: (api, { email, from }) => api.post("/api/v1/auth/forgot-password", { email }, { from }),
  },
];

/** Returns at once for an unknown email, as a careless sign-in does. */
const hasty = (passwords: Passwords): Passwords => ({
  ...passwords,
  isRight: async (password, hash, sender) =>
    hash === undefined ? false : passwords.isRight(password, hash, sender),
});

/** Accounts of each kind, and a measurement that asks for them in alternating order. */
export async function openEnumeration(samples: number) {
  const suite = await openAccountSuite({ passwords: await productPasswords() });
  const emails = await makeAccounts(suite.api, samples);
  const careless = await createAccountApi(suite.database, {
    passwords: hasty(await createPasswords()),
    // Steps would hide it.
    refusalStepMs: 1,
  });

  /** How well the time tells a known email from others, and what the endpoint answered. */
  async function measure(endpoint: Endpoint, api = suite.api, count = samples) {
    const tried = { ...emails, known: emails[endpoint.known] };
    const took: Record<Kind, number[]> = { known: [], unknown: [], suspended: [] };
    const said = new Set<string>();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) {
        const n = next++;
        for (const index of KINDS.keys()) {
          const kind = KINDS[(index + n) % KINDS.length] ?? "known";
          const email = tried[kind][n % tried[kind].length] ?? "";
          const from = `198.${n % 200}.${index}.${n % 250}`;
          const startedAt = performance.now();
          const answer = await endpoint.send(api, { email, from });
          took[kind].push(performance.now() - startedAt);
          const body = JSON.stringify(answer.json()).replace(/"request_id":"[^"]*"/, "");
          said.add(`${answer.statusCode} ${body}`);
        }
      }
    };
    await Promise.all(Array.from({ length: endpoint.atOnce }, worker));
    return {
      answers: [...said],
      unknown: separation(took.known, took.unknown),
      suspended: separation(took.known, took.suspended),
    };
  }

  return {
    measure,
    /** A login that returns early for an unknown email. */
    measureCareless: (count: number) => measure(ENDPOINTS[0], careless, count),
    close: async (): Promise<void> => {
      await careless.app.close();
      await suite.close();
    },
  };
}
