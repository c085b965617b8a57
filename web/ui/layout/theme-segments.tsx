import * as z from "zod/mini";

import { useStore, createStore } from "#web/state/store.ts";
import { Segments, type Option } from "#web/ui/form/choice.tsx";

/** A key of local storage; `first.js` reads it before the first paint. */
const STORED_AS = "theme";

const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

function read(): Theme {
  try {
    return Theme.parse(localStorage.getItem(STORED_AS));
  } catch {
    return "system";
  }
}

const store = createStore(read());

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  colorFrame(theme);
  store.set(theme);
}

/** Sets the colour of the browser's own frame. */
function colorFrame(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const of = meta.dataset["of"];
    const byDevice = `(prefers-color-scheme: ${of})`;
    meta.media = theme === "system" ? byDevice : theme === of ? "all" : "not all";
  }
}

// Chosen in another tab.
window.addEventListener("storage", (event) => {
  if (event.key === null || event.key === STORED_AS) show(read());
});

export const themeChoice = {
  get: store.get,
  choose: (theme: Theme): void => {
    try {
      if (theme === "system") localStorage.removeItem(STORED_AS);
      else localStorage.setItem(STORED_AS, theme);
    } catch {
      // Without storage, the choice lives as long as the page.
    }
    show(theme);
  },
  subscribe: store.subscribe,
};

const THEMES: readonly Option<Theme>[] = [
  { value: "system", label: "System", icon: "monitor" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
];

/** The choice of theme on this device. */
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
