import { migrate } from "#kernel/platform/migrate.ts";
import { LOGIN_ROLES } from "#kernel/platform/roles.ts";
await migrate({adminUrl:"postgres://postgres:x@127.0.0.1:54999/pj_perf", passwords: Object.fromEntries(LOGIN_ROLES.map(r=>[r,"pw_"+r])) as any});
