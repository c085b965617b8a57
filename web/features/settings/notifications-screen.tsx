import { LoadedSettings } from "./loaded-settings.tsx";
import { NotificationToggles } from "./notification-toggles.tsx";

const FIELDS = 4;

/** Four of the notification settings; the page of their own has all of them. */
export default function NotificationsScreen({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  return (
    <LoadedSettings fields={FIELDS}>
      {({ notifications }) =>
        notifications !== null && (
          <NotificationToggles notifications={notifications} onDirty={onDirty} />
        )
      }
    </LoadedSettings>
  );
}
