import { lazy } from "react";

import type { Session } from "#web/api/session.ts";

import { screens } from "./start-route.ts";
import { useLogout } from "./use-logout.ts";
import { fullName } from "./who.tsx";

const SuperAdminScreen = lazy(screens.superAdmin);

export function PlatformHome({ session }: { session: Session }) {
  const logout = useLogout();
  return (
    <SuperAdminScreen
      name={fullName(session)}
      email={session.user.email}
      loggingOut={logout.isPending}
      onLogout={() => logout.mutate()}
    />
  );
}
