/** The frame around the pages of people who are signed in, a chunk of its own. */
export const loadShell = async () => ({
  default: (await import("./app-shell.tsx")).AppShell,
});
