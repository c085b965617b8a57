import { lazy, Suspense } from "react";
import type { ComponentType, ReactNode } from "react";
import { Redirect, useLocation } from "wouter";

import type { Right } from "#kernel/contract/rights.ts";
import { useSession } from "#web/api/use-session.ts";
import { PageHead } from "#web/ui/page.tsx";

import { ErrorBoundary } from "./error-boundary.tsx";
import { GuestPage, PlatformPage, SignedIn, TenantPage } from "./guards.tsx";
import { landingPath, links } from "./links.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PlatformHome } from "./platform-home.tsx";
import { screens } from "./start-route.ts";
import { titleOf } from "./titles.ts";

const guestPages: Record<string, ComponentType> = {
  "/auth/login": lazy(screens.login),
  "/auth/register": lazy(screens.register),
  "/auth/super-admin": lazy(screens.superAdminLogin),
};

const tenantPages: Record<string, { right: Right; Screen: ComponentType }> = {
  "/app/dashboard": { right: "see-dashboard", Screen: lazy(screens.dashboard) },
  "/app/products": { right: "see-lists", Screen: lazy(screens.products) },
  "/app/sales": { right: "see-lists", Screen: lazy(screens.sales) },
};

const homes = new Set(["", "/app"]);

export function Routes() {
  const [address] = useLocation();
  const path = address.replace(/\/+$/, "");
  const Guest = guestPages[path];
  if (Guest !== undefined) {
    return (
      <GuestPage>
        <Loaded path={path} waiting={undefined}>
          <Guest />
        </Loaded>
      </GuestPage>
    );
  }
  if (tenantPages[path] !== undefined) return <TenantRoute path={path} {...tenantPages[path]} />;
  if (path === links.superAdmin()) return <PlatformRoute path={path} />;
  if (homes.has(path)) return <Home />;
  return path.startsWith("/app/") ? (
    <SignedIn>{() => <NotFoundScreen />}</SignedIn>
  ) : (
    <NotFoundScreen />
  );
}

const AppShell = lazy(screens.shell);

type TenantRouteProps = { path: string; right: Right; Screen: ComponentType };

/** The shell stays while the page in it changes. */
function TenantRoute({ path, right, Screen }: TenantRouteProps) {
  return (
    <SignedIn>
      {(session) => (
        <TenantPage session={session} right={right}>
          <Loaded path="shell" waiting={undefined}>
            <AppShell session={session}>
              <Loaded path={path} waiting={<PageHead title={titleOf(path)} />}>
                <Screen />
              </Loaded>
            </AppShell>
          </Loaded>
        </TenantPage>
      )}
    </SignedIn>
  );
}

function PlatformRoute({ path }: { path: string }) {
  return (
    <SignedIn>
      {(session) => (
        <PlatformPage session={session}>
          <Loaded path={path} waiting={undefined}>
            <PlatformHome session={session} />
          </Loaded>
        </PlatformPage>
      )}
    </SignedIn>
  );
}

function Home() {
  const session = useSession();
  const to = session === undefined ? links.login() : landingPath(session.user.role);
  return <Redirect to={to} replace />;
}

type LoadedProps = { path: string; waiting: ReactNode; children: ReactNode };

/** A screen's code may still be on its way, or not come at all. */
function Loaded({ path, waiting, children }: LoadedProps) {
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense key={path} fallback={waiting}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
