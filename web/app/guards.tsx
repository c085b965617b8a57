import { lazy, type ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";

import { landingPath, links, safeReturn } from "#web/links.ts";
import { isOnlySell, isSuperAdmin, isVisit } from "#web/state/session.ts";
import type { Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";

import { NotFoundScreen } from "./not-found-screen.tsx";

/** Few people see it. */
export const NoAccess = lazy(async () => ({ default: (await import("./no-access.tsx")).NoAccess }));

/** Requires a session. After sign-in the person returns to the requested page. */
export function SignedIn({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  if (session?.user.only_setup === true) return <Redirect to={links.twoFactorSetup()} replace />;
  return session === undefined ? <ToLogin /> : children(session);
}

export function ToLogin() {
  const [path] = useLocation();
  const search = useSearch();
  return <Redirect to={links.login(search === "" ? path : `${path}?${search}`)} replace />;
}

/** Pages of a shop. Super admins are sent to their own dashboard, or to choose a shop first. */
export function TenantPage({ session, children }: PageProps) {
  const [path] = useLocation();
  if (!isSuperAdmin(session)) return children;
  const to = path === links.dashboard() ? links.superAdmin() : links.chooseTenant();
  return <Redirect to={to} replace />;
}

type PageProps = { session: Session; children: ReactNode };

/**
 * Pages of the platform. Staff of a shop get a 404 page; a super admin who is viewing a shop is
 * sent to its dashboard.
 */
export function PlatformPage({ session, children }: PageProps) {
  if (isVisit(session)) return <Redirect to={links.dashboard()} replace />;
  return isSuperAdmin(session) ? children : <NotFoundScreen />;
}

/** Pages for visitors. A person who signed in with the password is sent on to the app. */
export function GuestPage({ children }: { children: ReactNode }) {
  const session = useSession();
  const search = useSearch();
  if (session === undefined || isOnlySell(session)) return children;
  if (session.user.only_setup === true) return <Redirect to={links.twoFactorSetup()} replace />;
  const back = safeReturn(new URLSearchParams(search).get("returnTo"));
  return <Redirect to={back ?? landingPath(session.user.role)} replace />;
}
