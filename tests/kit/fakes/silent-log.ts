import type { Log } from "#kernel/node/logging/logger.ts";

const say = () => undefined;

export const silent: Log = { info: say, warn: say, error: say };
