import { createElement, lazy, useEffect, type ComponentProps, type ReactNode } from "react";
import { Redirect, useLocation } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import { landingPath, links } from "#web/links.ts";
import { pageAt, type Page } from "#web/pages.ts";
import { PlatformShell, screenOf, shell } from "#web/screens.ts";
import { firstScreen } from "#web/state/first-screen.ts";
import { may } from "#web/state/past.ts";
import { isLocked, isOnlySell, type Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import { PageHead } from "#web/ui/layout/page.tsx";

import { GuestPage, NoAccess, PlatformPage, SignedIn, TenantPage, ToLogin } from "./guards.tsx";
import { Loaded } from "./loaded.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

export function Routes() {
  const [path] = useLocation();
  const page = pageAt(path);
  if (page !== undefined) return <PageRoute page={page} />;
  if (/^\/app\/?$/.test(path)) return <AppIndex />;
  return path.startsWith("/app/") ? (
    <SignedIn>{() => <NotFoundScreen />}</SignedIn>
  ) : (
    <NotFoundScreen />
  );
}

function PageRoute({ page }: { page: Page }) {
  switch (page.area) {
    case "site":
      return <SiteRoute page={page} />;
    case "guest":
      return (
        <GuestPage>
          <Screen page={page} />
        </GuestPage>
      );
    case "open":
      return <Screen page={page} />;
    case "shop":
    case "till":
      return <TenantRoute page={page} />;
    case "platform":
      return <PlatformRoute page={page} />;
  }
}

type ScreenProps = { page: Page; waiting?: ReactNode };

function Screen({ page, waiting }: ScreenProps) {
  return (
    <Loaded path={page.path} waiting={waiting}>
      {screenOf(page)}
      {page.firstQuery === undefined && <Complete />}
    </Loaded>
  );
}

/** Reports a page whose first view needs no data; the others report when they have theirs. */
function Complete() {
  useEffect(() => firstScreen.report(), []);
  return undefined;
}

const SiteFrame = lazy(async () => ({
  default: (await import("#web/features/marketing/site-frame.tsx")).SiteFrame,
}));

/** Header and footer stay mounted while the page between them changes. */
function SiteRoute({ page }: { page: Page }) {
  return (
    <GuestPage>
      <Loaded path="site">
        <SiteFrame>
          <Screen page={page} />
        </SiteFrame>
      </Loaded>
    </GuestPage>
  );
}

function TenantRoute({ page }: { page: Page }) {
  return (
    <SignedIn>
      {(session) => (
        <TenantPage session={session}>
          <TenantScreen page={page} session={session} />
        </TenantPage>
      )}
    </SignedIn>
  );
}

type ShellProps = ComponentProps<typeof PlatformShell>;

const Shell = (props: ShellProps) => createElement(shell(), props);

type TenantScreenProps = { page: Page; session: Session };

function TenantScreen({ page, session }: TenantScreenProps) {
  const { role } = session.user;
  // The till has the whole screen, without the frame; nothing can be sold while the past is shown.
  const isTill = page.area === "till";
  const check = isTill ? may : can;
  const isAllowed = page.right === undefined || check(role, page.right);
  if (isTill && (isAllowed || isLocked(session))) return <Screen page={page} />;
  // After a PIN, every page but Sell wants the password.
  if (isOnlySell(session)) return <ToLogin />;
  return (
    <Loaded path="frame">
      <Shell session={session}>
        {isAllowed ? (
          <Screen page={page} waiting={<PageHead title={page.title} />} />
        ) : (
          <Loaded path={page.path}>
            <NoAccess role={role} />
          </Loaded>
        )}
      </Shell>
    </Loaded>
  );
}

function PlatformRoute({ page }: { page: Page }) {
  return (
    <SignedIn>
      {(session) => (
        <PlatformPage session={session}>
          <Loaded path="frame">
            <PlatformShell session={session}>
              <Screen page={page} waiting={<PageHead title={page.title} />} />
            </PlatformShell>
          </Loaded>
        </PlatformPage>
      )}
    </SignedIn>
  );
}

function AppIndex() {
  const session = useSession();
  const inApp = isOnlySell(session) ? links.sell() : landingPath(session?.user.role ?? "");
  const to = session === undefined ? links.login() : inApp;
  return <Redirect to={to} replace />;
}
