import { success } from "#kernel/contract/api/envelope.ts";
import { PublicSettings } from "#kernel/contract/api/platform/settings.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { askPlatform } from "./ask-platform.query.ts";
import type { PlatformReads } from "./platform-answers.ts";
import { SETTINGS, toSettings } from "./settings.query.ts";

/** Limits how often the database is read, however many clients ask. */
const REMEMBERED_MS = 5_000;

/** Public: the prices that are really charged, and announcements. */
export const publicRoutes: Routes<{ reads: Pick<PlatformReads, "pool" | "clock"> }> = async (
  app,
  { reads: { pool, clock } },
) => {
  let last: Readonly<{ atMs: number; settings: Promise<PublicSettings> }> | undefined;

  const ask = async (nowMs: number): Promise<PublicSettings> => {
    const { body } = await askPlatform(pool, SETTINGS, { nowMs, args: {} });
    const { version: _, ...settings } = toSettings(body);
    return settings;
  };
  const settingsNow = (): Promise<PublicSettings> => {
    const nowMs = clock();
    if (last && Math.abs(nowMs - last.atMs) < REMEMBERED_MS) return last.settings;
    const entry = { atMs: nowMs, settings: ask(nowMs) };
    last = entry;
    entry.settings.catch(() => {
      if (last === entry) last = undefined;
    });
    return entry.settings;
  };

  app.get(
    "/api/v1/public-settings",
    { schema: { response: { 200: success(PublicSettings) } } },
    async (_request, reply) => reply.send({ success: true, data: await settingsNow() }),
  );
};
