import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";

import { landingPath, links, safeReturn } from "#web/links.ts";
import { isSuperAdmin, isVisit } from "#web/state/session.ts";
import type { Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";

import { NotFoundScreen } from "./not-found-screen.tsx";

/** Pages of the signed-in; whoever comes without a session comes back after signing in. */
export function SignedIn({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session?.user.only_setup === true) return <Redirect to={links.twoFactorSetup()} replace />;
  if (session !== undefined) return children(session);
  return <Redirect to={links.login(search === "" ? path : `${path}?${search}`)} replace />;
}

/** A tenant's page. The platform's people have a side of their own, and choose a shop before they look into it. */
export function TenantPage({ session, children }: PageProps) {
  const [path] = useLocation();
  if (!isSuperAdmin(session)) return children;
  const to = path === links.dashboard() ? links.superAdmin() : links.chooseTenant();
  return <Redirect to={to} replace />;
}

type PageProps = { session: Session; children: ReactNode };

/** For a tenant's people the platform's pages are not there; a super admin who looks into a shop stays in it. */
export function PlatformPage({ session, children }: PageProps) {
  if (isVisit(session)) return <Redirect to={links.dashboard()} replace />;
  return isSuperAdmin(session) ? children : <NotFoundScreen />;
}

/** Sign-in and registration; who is signed in goes on to where he wanted to be. */
export function GuestPage({ children }: { children: ReactNode }) {
  const session = useSession();
  const search = useSearch();
  if (session === undefined) return children;
  if (session.user.only_setup === true) return <Redirect to={links.twoFactorSetup()} replace />;
  const back = safeReturn(new URLSearchParams(search).get("returnTo"));
  return <Redirect to={back ?? landingPath(session.user.role)} replace />;
}
