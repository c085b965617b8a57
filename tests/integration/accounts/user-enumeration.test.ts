import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  registered,
  setStatus,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { separation } from "#tests/kit/checks/separation.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const SAMPLES = readTestSettings().enumerationSamples;
const ALL_SAMPLES = 500;
/** Fewer samples vary more by chance. Without a leak 999 of 1000 runs stay within these bounds. */
const EVEN = SAMPLES >= ALL_SAMPLES ? { least: 0.45, most: 0.55 } : { least: 0.41, most: 0.59 };
/** Another suite may distort one run; a leak shows in every run. */
const SAMPLED = { timeout: 300_000, retry: 1 };
/** Used on two routes, and less than what locks an account. */
const TRIES_OF_ONE = 40;
const KINDS = ["known", "unknown", "suspended"] as const;
type Kind = (typeof KINDS)[number];

let suite: Awaited<ReturnType<typeof openAccountSuite>>;
let emails: Record<Kind | "admin", string[]>;

beforeAll(async () => {
  suite = await openAccountSuite();
  emails = { known: [], unknown: [], suspended: [], admin: [] };
  for (let n = 0; n < SAMPLES / TRIES_OF_ONE; n++) {
    emails.known.push((await registered(suite.api)).email);
    emails.unknown.push(`unknown${n}@example.com`);
    const admin = { email: `root${n}@example.com`, password: ADMIN.password };
    await createSuperAdmin(suite.api.accounts, admin);
    emails.admin.push(admin.email);
    const { email, tenant } = await registered(suite.api);
    await setStatus(suite.api, tenant.id, "suspended");
    emails.suspended.push(email);
  }
});
afterAll(() => suite.close());

type Sent = Readonly<{ email: string; from: string }>;
type Send = (sent: Sent) => Promise<Readonly<{ statusCode: number; json: () => unknown }>>;

/** Sends this many of each kind in alternating order. Returns durations and answers. */
async function sample(send: Send, atOnce: number, known: readonly string[]) {
  const tried = { ...emails, known };
  const took: Record<Kind, number[]> = { known: [], unknown: [], suspended: [] };
  const said = new Set<string>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < SAMPLES) {
      const n = next++;
      for (const index of KINDS.keys()) {
        const kind = KINDS[(index + n) % KINDS.length] ?? "known";
        const email = tried[kind][n % tried[kind].length] ?? "";
        const startedAt = performance.now();
        const answer = await send({ email, from: `198.${n % 200}.${index}.${n % 250}` });
        took[kind].push(performance.now() - startedAt);
        said.add(
          `${answer.statusCode} ${JSON.stringify(answer.json()).replace(/"request_id":"[^"]*"/, "")}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { took, said: [...said] };
}

const routes: readonly (readonly [name: string, send: Send, atOnce: number])[] = [
  [
    "login",
    ({ email, from }) => suite.api.post("/auth/login.php", { email, password: "wrong" }, { from }),
    1,
  ],
  [
    "super admin sign-in",
    ({ email, from }) =>
      suite.api.post("/auth/super-admin-login.php", { email, password: "wrong" }, { from }),
    1,
  ],
  [
    "forgot password",
    ({ email, from }) => suite.api.post("/api/v1/auth/forgot-password", { email }, { from }),
    40,
  ],
];

describe("the existence of an account", () => {
  test.for(routes)(
    "%s reveals nothing, neither by its text nor by its time",
    SAMPLED,
    async (route) => {
      const [name, send, atOnce] = route;
      const { took, said } = await sample(
        send,
        atOnce,
        name === "super admin sign-in" ? emails.admin : emails.known,
      );
      expect(said).toHaveLength(1);
      const others = separation(took.known, took.unknown);
      const suspended = separation(took.known, took.suspended);
      process.stdout.write(
        `${name}: one answer; AUC known/unknown ${others.toFixed(3)}, known/suspended ${suspended.toFixed(3)}\n`,
      );
      for (const auc of [others, suspended]) {
        expect(auc).toBeGreaterThan(EVEN.least);
        expect(auc).toBeLessThan(EVEN.most);
      }
    },
  );
});
