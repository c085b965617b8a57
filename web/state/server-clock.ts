/** The server's clock, by its last answer: that of a device may be hours off. */
function createServerClock() {
  let aheadMs = 0;
  return {
    hear(date: string | null): void {
      const serverMs = Date.parse(date ?? "");
      if (Number.isFinite(serverMs)) aheadMs = serverMs - Date.now();
    },
    nowMs: (): number => Date.now() + aheadMs,
  };
}

export const serverClock = createServerClock();
