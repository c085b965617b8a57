import { useStore } from "#web/state/store.ts";
import { Segments } from "#web/ui/form/choice.tsx";
import type { Option } from "#web/ui/form/choice.tsx";

import { themeChoice } from "./theme-choice.ts";
import type { Theme } from "./theme-choice.ts";

const THEMES: readonly Option<Theme>[] = [
  { value: "system", label: "System", icon: "monitor" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
];

/** How the app looks on this device. */
export function ThemeSegments({ quiet = true }: { quiet?: boolean }) {
  const theme = useStore(themeChoice);
  return (
    <Segments
      quiet={quiet}
      legend="Appearance"
      options={THEMES}
      value={theme}
      onChange={themeChoice.choose}
    />
  );
}
