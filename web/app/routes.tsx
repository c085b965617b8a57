import { lazy } from "react";
import type { ComponentType, ReactNode } from "react";
import { Redirect, useLocation } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";
import { landingPath, links } from "#web/links.ts";
import { may } from "#web/state/past.ts";
import type { Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import { PageHead } from "#web/ui/layout/page.tsx";

import { GuestPage, PlatformPage, SignedIn, TenantPage } from "./guards.tsx";
import { loadPlatform } from "./load-platform.ts";
import { Loaded } from "./loaded.tsx";
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
  "/auth/two-factor-setup": lazy(screens.twoFactorSetup),
  ...(import.meta.env.DEV
    ? { "/gallery": lazy(() => import("#web/features/gallery/gallery-screen.tsx")) }
    : {}),
};

const tenantPages: Record<string, { right: Right; Screen: ComponentType }> = {
  "/app/dashboard": { right: "see-dashboard", Screen: lazy(screens.dashboard) },
  "/app/products": { right: "see-lists", Screen: lazy(screens.products) },
  "/app/inventory": { right: "see-lists", Screen: lazy(screens.inventory) },
  "/app/customers": { right: "see-lists", Screen: lazy(screens.customers) },
  "/app/sales": { right: "see-lists", Screen: lazy(screens.sales) },
  "/app/reports": { right: "see-reports", Screen: lazy(screens.reports) },
  "/app/audit": { right: "see-audit", Screen: lazy(screens.audit) },
  "/app/notifications": {
    right: "notification-settings",
    Screen: lazy(screens.notificationSettings),
  },
  "/app/settings": { right: "see-settings", Screen: lazy(screens.settings) },
};

const tenants = lazy(screens.tenants);

const platformPages: Record<string, ComponentType> = {
  "/app/super-admin": lazy(screens.superAdmin),
  // Two addresses of one screen (R1).
  "/app/tenants": tenants,
  "/app/tenant-management": tenants,
  "/app/analytics": lazy(screens.analytics),
  "/app/health": lazy(screens.health),
  "/app/revenue": lazy(screens.revenue),
  "/app/database": lazy(screens.database),
  "/app/global-settings": lazy(screens.globalSettings),
  "/app/account": lazy(screens.account),
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
        <Loaded path={path}>
          <Guest />
        </Loaded>
      </GuestPage>
    );
  }
  if (sitePages[path] !== undefined) return <SiteRoute path={path} Page={sitePages[path]} />;
  const Open = openPages[path];
  if (Open !== undefined) {
    return (
      <Loaded path={path}>
        <Open />
      </Loaded>
    );
  }
  if (tenantPages[path] !== undefined) return <TenantRoute path={path} {...tenantPages[path]} />;
  if (path === links.sell()) return <SellRoute path={path} />;
  const Platform = platformPages[path];
  if (Platform !== undefined) return <PlatformRoute path={path} Screen={Platform} />;
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
      <Loaded path="site">
        <SiteFrame>
          <Loaded path={path}>
            <Page />
          </Loaded>
        </SiteFrame>
      </Loaded>
    </GuestPage>
  );
}

const AppShell = lazy(screens.shell);
const PlatformShell = lazy(loadPlatform(screens.shell));
const NoRight = lazy(screens.noRight);

type TenantRouteProps = { path: string; right: Right; Screen: ComponentType };

function TenantRoute({ path, right, Screen }: TenantRouteProps) {
  return (
    <SignedIn>
      {(session) => (
        <TenantPage session={session}>
          <Framed session={session} path={path}>
            {can(session.user.role, right) ? <Screen /> : <NoRight role={session.user.role} />}
          </Framed>
        </TenantPage>
      )}
    </SignedIn>
  );
}

const SellScreen = lazy(screens.sell);

/** The till has the whole screen: no frame around it. */
function SellRoute({ path }: { path: string }) {
  return (
    <SignedIn>
      {(session) => (
        <TenantPage session={session}>
          {may(session.user.role, "record-sale") ? (
            <Loaded path={path}>
              <SellScreen />
            </Loaded>
          ) : (
            <Framed session={session} path={path}>
              <NoRight role={session.user.role} />
            </Framed>
          )}
        </TenantPage>
      )}
    </SignedIn>
  );
}

type PlatformRouteProps = { path: string; Screen: ComponentType };

function PlatformRoute({ path, Screen }: PlatformRouteProps) {
  return (
    <SignedIn>
      {(session) => (
        <PlatformPage session={session}>
          <Framed session={session} path={path} Shell={PlatformShell}>
            <Screen />
          </Framed>
        </PlatformPage>
      )}
    </SignedIn>
  );
}

type FramedProps = {
  session: Session;
  path: string;
  Shell?: typeof AppShell | typeof PlatformShell;
  children: ReactNode;
};

/** The frame stays while the page in it changes. */
function Framed({ session, path, Shell = AppShell, children }: FramedProps) {
  return (
    <Loaded path="frame">
      <Shell session={session}>
        <Loaded path={path} waiting={<PageHead title={titleOf(path)} />}>
          {children}
        </Loaded>
      </Shell>
    </Loaded>
  );
}

function AppIndex() {
  const session = useSession();
  const to = session === undefined ? links.login() : landingPath(session.user.role);
  return <Redirect to={to} replace />;
}
