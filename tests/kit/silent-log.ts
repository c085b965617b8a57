import type { Log } from "#kernel/node/log.ts";

const say = () => undefined;

export const silent: Log = { info: say, warn: say, error: say };
