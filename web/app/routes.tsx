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
import { screens } from "./start-route.ts";
import { titleOf } from "./titles.ts";

const guestPages: Record<string, ComponentType> = {
  "/auth/login": lazy(screens.login),
  "/auth/register": lazy(screens.register),
  "/auth/forgot-password": lazy(screens.forgotPassword),
  "/auth/super-admin": lazy(screens.superAdminLogin),
};

/** Mailed links lead here, signed in or not. */
const openPages: Record<string, ComponentType> = {
  "/auth/reset-password": lazy(screens.resetPassword),
  "/auth/accept-invitation": lazy(screens.acceptInvitation),
};

const tenantPages: Record<string, { right: Right; Screen: ComponentType }> = {
  "/app/dashboard": { right: "see-dashboard", Screen: lazy(screens.dashboard) },
  "/app/products": { right: "see-lists", Screen: lazy(screens.products) },
  "/app/inventory": { right: "see-lists", Screen: lazy(screens.inventory) },
  "/app/customers": { right: "see-lists", Screen: lazy(screens.customers) },
  "/app/sales": { right: "see-lists", Screen: lazy(screens.sales) },
};

/** Open to everybody; whoever is signed in goes on to the app. */
const sitePages: Record<string, ComponentType> = {
  "": lazy(screens.home),
  "/features": lazy(screens.features),
  "/pricing": lazy(screens.pricing),
  "/about": lazy(screens.about),
  "/contact": lazy(screens.contact),
};

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
  if (sitePages[path] !== undefined) return <SiteRoute path={path} Page={sitePages[path]} />;
  const Open = openPages[path];
  if (Open !== undefined) {
    return (
      <Loaded path={path} waiting={undefined}>
        <Open />
      </Loaded>
    );
  }
  if (tenantPages[path] !== undefined) return <TenantRoute path={path} {...tenantPages[path]} />;
  if (path === links.superAdmin()) return <PlatformRoute path={path} />;
  if (path === "/app") return <AppIndex />;
  return path.startsWith("/app/") ? (
    <SignedIn>{() => <NotFoundScreen />}</SignedIn>
  ) : (
    <NotFoundScreen />
  );
}

const SiteFrame = lazy(screens.site);

/** Head and foot stay while the page between them changes. */
function SiteRoute({ path, Page }: { path: string; Page: ComponentType }) {
  return (
    <GuestPage>
      <Loaded path="site" waiting={undefined}>
        <SiteFrame>
          <Loaded path={path} waiting={undefined}>
            <Page />
          </Loaded>
        </SiteFrame>
      </Loaded>
    </GuestPage>
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

const PlatformHome = lazy(screens.platform);

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

function AppIndex() {
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
