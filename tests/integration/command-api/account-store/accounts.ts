import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { changeTenant } from "#command-api/tenant/change-tenant.ts";
import { type RegisterRequest, SignInResult } from "#kernel/contract/api/auth.ts";
import { ApiError } from "#kernel/contract/api/envelope.ts";
import type { TenantStatus } from "#kernel/contract/choices.ts";
import { CommandId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

import type { AccountApi } from "./account-api.ts";

export const ADMIN = { email: "root@example.com", password: "platform secret" };
export const ROOT = UserId.parse("00000000-0000-7000-8000-00000000000a");

let count = 0;

/** A registration with names and an email that are not in use. */
export function registrationInput(more: Partial<RegisterRequest> = {}): RegisterRequest {
  count += 1;
  return {
    business_name: `Shop ${count}`,
    first_name: "Ama",
    last_name: "Mensah",
    email: `ama${count}@example.com`,
    password: "correct horse",
    ...more,
  };
}

type Answer = Readonly<{ json: () => unknown }>;

export const signedIn = (answer: Answer): SignInResult => SignInResult.parse(answer.json());
export const codeOf = (answer: Answer): string => ApiError.parse(answer.json()).code;

export async function registered(api: AccountApi) {
  const { email, password, ...owner } = registrationInput();
  const answer = await api.register({ ...owner, email, password });
  return { ...signedIn(answer), email, password };
}

export type Registered = Awaited<ReturnType<typeof registered>>;

export async function adminToken(api: AccountApi): Promise<string> {
  await createSuperAdmin(api.accounts, ADMIN);
  return signedIn(await api.adminSignIn(ADMIN.email, ADMIN.password)).token;
}

/** Changes the status as a super admin does. */
export async function setStatus(
  api: AccountApi,
  tenantId: string,
  to: TenantStatus,
  reason?: string,
) {
  const context = {
    tenantId: TenantId.parse(tenantId),
    actorId: ROOT,
    commandId: CommandId.parse(newId()),
    requestHash: Buffer.alloc(32),
    meta: { source: "system" as const },
    occurredMs: api.accounts.clock(),
  };
  const sealer = sealerOver(api.accounts.pool);
  const outcome = await changeTenant({ accounts: api.accounts, sealer }, context, {
    status: to,
    ...(reason === undefined ? {} : { reason }),
  });
  return isRejection(outcome) ? outcome : undefined;
}
