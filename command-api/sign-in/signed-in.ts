import { DEFAULTS } from "#command-api/tenant/tenant-state.ts";
import type { RegisterRequest } from "#kernel/contract/api/auth.ts";
import type { SessionTenant, SessionUser } from "#kernel/contract/api/session.ts";
import type { TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { PLATFORM_TENANT_ID, type SessionId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { TokenSubject } from "#kernel/node/session/tokens.ts";

/** A session that was opened; the token is made of `subject` and `issuedMs` and stands nowhere else. */
export type SignedInSession = Readonly<{
  subject: TokenSubject;
  issuedMs: number;
  user: SessionUser;
  tenant: SessionTenant;
  /** The second factor that is required has to be set up first. */
  onlySetup: boolean;
}>;

/** What a super admin sees in the place of a shop. */
export const PLATFORM: SessionTenant = {
  id: PLATFORM_TENANT_ID,
  name: texts.product,
  status: "active",
  plan: "enterprise",
  ...DEFAULTS,
};

type Opened = Readonly<{
  business: TenantRegistered["data"];
  body: RegisterRequest;
  sid: SessionId;
  issuedMs: number;
}>;

/** What its first user sees of a business that was just registered. */
export function ownerSession({ business, body, sid, issuedMs }: Opened): SignedInSession {
  const { tenantId, ownerId: userId, name, plan, currency, timezone } = business;
  return {
    subject: { aud: "tenant", userId, tenantId, sid },
    issuedMs,
    user: {
      id: userId,
      first_name: body.first_name,
      last_name: body.last_name,
      email: body.email,
      role: "owner",
    },
    tenant: { id: tenantId, name, status: "active", plan, currency, timezone },
    onlySetup: false,
  };
}
