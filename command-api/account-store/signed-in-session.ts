import type { JWT } from "@fastify/jwt";

import type { SignInResult } from "#kernel/contract/api/auth.ts";
import type { SessionTenant, SessionUser } from "#kernel/contract/api/session.ts";
import { issueToken, type TokenSubject } from "#kernel/node/session/tokens.ts";

/** A session that was just opened. Its token is made from `subject` and `issuedMs` and is never stored. */
export type SignedInSession = Readonly<{
  subject: TokenSubject;
  issuedMs: number;
  user: SessionUser;
  tenant: SessionTenant;
  /** A second factor is required and not set up yet: the session allows nothing but the setup. */
  onlySetup: boolean;
}>;

/** The answer to a registration or a sign-in. */
export const toSignedIn = (
  jwt: JWT,
  { subject, issuedMs, user, tenant, onlySetup }: SignedInSession,
): SignInResult => ({
  success: true,
  token: issueToken(jwt, subject, issuedMs),
  user,
  tenant,
  ...(onlySetup ? { two_factor_setup: "required" as const } : {}),
});
