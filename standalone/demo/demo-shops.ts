import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import type { CustomerStore } from "#command-api/customer/customer-commands.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { UNAVAILABLE } from "#kernel/node/http/errors.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { DEMO_SHOPS, type DemoShop } from "./catalogue.ts";
import { seedShop } from "./seed-shop.ts";
import { type Demo, randomPassword, readDemo, type SignIn, writeDemo } from "./sign-ins.ts";

const SUPER_ADMIN_EMAIL = "admin@tillbook.example";

/** Returns the sign-ins of a data folder. They are random and created at its first start. */
export async function demoOf(dataDir: string, nowMs: number): Promise<Demo> {
  const known = await readDemo(dataDir);
  if (known) return known;
  const demo: Demo = {
    startedMs: nowMs,
    isSeeded: false,
    superAdmin: { email: SUPER_ADMIN_EMAIL, password: randomPassword() },
    owners: Object.fromEntries(
      DEMO_SHOPS.map(({ key, owner }) => [key, { email: owner.email, password: randomPassword() }]),
    ),
  };
  await writeDemo(dataDir, demo);
  return demo;
}

/**
 * Throws if the data folder has demo data. The demo's super admin password was printed on a
 * terminal, so no real business may use it.
 */
export async function refuseDemo(dataDir: string): Promise<void> {
  if ((await readDemo(dataDir)) === undefined) return;
  throw startProblem(
    `${dataDir} holds demo shops and a super admin whose password was printed: in production set DATA_DIR to another folder.`,
  );
}

/** Registers and fills the demo shops; a second call does nothing. */
export async function seedDemo(
  dataDir: string,
  demo: Demo,
  { commandApi, ...parts }: CustomerStore & Readonly<{ commandApi: HttpApp }>,
): Promise<void> {
  if (demo.isSeeded) return;
  await Promise.all(
    DEMO_SHOPS.map(async (shop, index) => {
      const signIn = demo.owners[shop.key];
      if (!signIn) throw new Error(`no sign-in for the demo shop ${shop.key}`);
      const owner = await signedUp(commandApi, shop, signIn);
      await seedShop(shop, parts, { ...owner, seed: index + 1, nowMs: demo.startedMs });
    }),
  );
  await writeDemo(dataDir, { ...demo, isSeeded: true });
}

const SignedUp = z.object({
  user: z.object({ id: UserId }),
  tenant: z.object({ id: TenantId }),
});

const CONFLICT = 409;
const TRIES = 20;
const PAUSE_MS = 500;

/** A slow machine may not answer in time at its first start. */
async function answerOf(
  commandApi: HttpApp,
  url: string,
  payload: Readonly<Record<string, string>>,
): Promise<Readonly<{ status: number; body: unknown }>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await commandApi.inject({ method: "POST", url, payload });
    const { statusCode: status } = answer;
    if (status !== UNAVAILABLE.status || tries === TRIES) return { status, body: answer.json() };
    await delay(PAUSE_MS);
  }
}

/** The owner's account: registered now, or by an earlier interrupted start. */
async function signedUp(
  commandApi: HttpApp,
  { businessName, owner }: DemoShop,
  { email, password }: SignIn,
): Promise<Readonly<{ tenantId: TenantId; ownerId: UserId }>> {
  const { firstName, lastName } = owner;
  const registered = await answerOf(commandApi, "/auth/register.php", {
    business_name: businessName,
    first_name: firstName,
    last_name: lastName,
    email,
    password,
  });
  const answer =
    registered.status === CONFLICT
      ? await answerOf(commandApi, "/auth/login.php", { email, password })
      : registered;
  const { user, tenant } = SignedUp.parse(answer.body);
  return { tenantId: tenant.id, ownerId: user.id };
}
