import type { Session } from "#web/api/session.ts";
import SuperAdminScreen from "#web/features/platform/super-admin-screen.tsx";
import { appIcons } from "#web/ui/app-icons.ts";
import { addIcons } from "#web/ui/icons.ts";

import { useLogout } from "./use-logout.ts";
import { fullName } from "./who.tsx";

addIcons(appIcons);

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
