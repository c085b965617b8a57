import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";
import { isSuperAdmin } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";

import { landingPath, links, safeReturn } from "./links.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** Pages of the signed-in; whoever comes without a session comes back after signing in. */
export function SignedIn({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session !== undefined) return children(session);
  return <Redirect to={links.login(search === "" ? path : `${path}?${search}`)} replace />;
}

/** A tenant's page. The platform's people have a side of their own; a role without the right goes to its own first page. */
export function TenantPage({ session, right, children }: PageProps & { right: Right }) {
  if (isSuperAdmin(session)) return <Redirect to={links.superAdmin()} replace />;
  const { role } = session.user;
  if (!can(role, right)) return <Redirect to={landingPath(role)} replace />;
  return children;
}

type PageProps = { session: Session; children: ReactNode };

/** For a tenant's people the platform's pages are not there. */
export function PlatformPage({ session, children }: PageProps) {
  return isSuperAdmin(session) ? children : <NotFoundScreen />;
}

/** Sign-in and registration; who is signed in goes on to where he wanted to be. */
export function GuestPage({ children }: { children: ReactNode }) {
  const session = useSession();
  const search = useSearch();
  if (session === undefined) return children;
  const back = safeReturn(new URLSearchParams(search).get("returnTo"));
  return <Redirect to={back ?? landingPath(session.user.role)} replace />;
}
