export type Row = {
  /** The files of this rule, as a glob. The first row that matches a file applies. */
  files: string;
  /** Which of our own files they may import, as globs; `<own>` is the row's folder of that file. */
  may: readonly string[];
  /** The only packages they may import; without it, every package that is not in PACKAGE_USERS. */
  packages?: readonly string[];
  /** Packages they may not import, although other areas may. */
  without?: readonly string[];
};

const CONTRACT = "kernel/contract/**";
/** What a browser may load: events are only for servers, which read them with the large and fast zod. */
const FOR_BROWSERS = ["kernel/contract/*", "kernel/contract/api/**"];
const KERNEL = "kernel/**";
const NO_SERVER = ["node:*", "fastify", "fastify-*", "@fastify/*", "pino", "zod"];

/** What every slice of the command API builds on. */
const COMMAND_COMMON = ["command-api/{event-store,tenant-rules,http}/**", "command-api/*.ts"];

/** A slice that changes people and tenants, and the slices it may use. */
const accountSlice = (folder: string, ...slices: readonly string[]): Row => ({
  files: `command-api/${folder}/**`,
  may: [
    KERNEL,
    "<own>/**",
    "command-api/account-store/**",
    ...COMMAND_COMMON,
    ...slices.map((slice) => `command-api/${slice}/**`),
  ],
});

export const MATRIX: readonly Row[] = [
  { files: "kernel/contract/events/**", may: [CONTRACT], packages: ["zod"] },
  { files: "kernel/contract/**", may: FOR_BROWSERS, packages: ["zod/mini"] },
  { files: "kernel/node/**", may: [CONTRACT, "kernel/node/**"] },
  { files: "kernel/verify/**", may: [KERNEL], without: ["pg"] },
  // A reaction uses several slices, which may not import each other.
  { files: "command-api/reactions/*", may: [KERNEL, "command-api/**"] },
  { files: "command-api/event-store/**", may: [KERNEL, "<own>/**"] },
  {
    files: "command-api/{http,tenant-rules}/**",
    may: [KERNEL, "<own>/**", "command-api/event-store/**"],
  },
  { files: "command-api/account-store/**", may: [KERNEL, "<own>/**", ...COMMAND_COMMON] },
  accountSlice("{credentials,erasure,profile,staff,super-admin}"),
  // An owner is invited like any other member of staff.
  accountSlice("tenant", "staff"),
  accountSlice("support", "tenant"),
  // A sign-in checks credentials and shows the tenant; a logout may end a support session.
  accountSlice("sign-in", "credentials", "support", "tenant"),
  // A sale of a till is decided on products, customers and staff, and recorded like any other sale.
  accountSlice("till", "sale", "product", "customer", "approval"),
  // The approver is shown the price of a product.
  accountSlice("approval", "product"),
  // The migrate job updates both schemas; functions of the read models follow from the projections.
  {
    files: "command-api/migrate/*",
    may: [KERNEL, "command-api/migrate/*", "projector/past/functions.ts"],
  },
  { files: "command-api/*/**", may: [KERNEL, "<own>/**", ...COMMAND_COMMON] },
  { files: "command-api/*", may: [KERNEL, "command-api/**"] },
  {
    files: "projector/projections/**",
    may: [CONTRACT, "projector/projections/**"],
    without: ["node:*", "pg"],
  },
  { files: "projector/**", may: [KERNEL, "projector/**"] },
  { files: "query-api/**", may: [KERNEL, "query-api/**"] },
  { files: "web/server/**", may: [KERNEL, "web/server/**", "web/pages.ts"] },
  { files: "web/*.config.ts", may: ["web/chunks.ts", "web/common-passwords.ts"] },
  { files: "web/worker/**", may: ["web/worker/**"], without: NO_SERVER },
  // Read by the browser and by the web server, which cannot load more of the app than types.
  { files: "web/pages.ts", may: ["kernel/contract/*", "web/ui/icon/icon.tsx"], packages: [] },
  { files: "web/links.ts", may: ["kernel/contract/*", "web/pages.ts"], packages: [] },
  // From here on each row may import the rows above it, as far as it needs them.
  { files: "web/theme/**", may: ["web/theme/**"], without: NO_SERVER },
  { files: "web/format/**", may: [...FOR_BROWSERS, "web/format/**"], without: NO_SERVER },
  {
    files: "web/state/**",
    may: [...FOR_BROWSERS, "web/{format,state}/**"],
    without: NO_SERVER,
  },
  {
    files: "web/api/**",
    may: [...FOR_BROWSERS, "web/{format,state,api}/**"],
    without: NO_SERVER,
  },
  {
    files: "web/device/**",
    may: [...FOR_BROWSERS, "web/{format,state,device}/**"],
    without: NO_SERVER,
  },
  {
    files: "web/sync/**",
    may: [...FOR_BROWSERS, "web/{format,state,api,device,sync}/**"],
    without: NO_SERVER,
  },
  {
    files: "web/till/**",
    may: [...FOR_BROWSERS, "web/{format,state,api,device,till}/**"],
    without: NO_SERVER,
  },
  {
    files: "web/ui/**",
    may: [...FOR_BROWSERS, "web/{theme,ui}/**", "web/state/store.ts"],
    without: NO_SERVER,
  },
  {
    files: "web/parts/**",
    may: [
      ...FOR_BROWSERS,
      "web/{theme,format,state,api,device,sync,till,ui,parts}/**",
      "web/links.ts",
    ],
    without: NO_SERVER,
  },
  {
    files: "web/lock/**",
    may: [...FOR_BROWSERS, "web/{theme,format,state,api,till,ui,parts,lock}/**", "web/links.ts"],
    without: NO_SERVER,
  },
  {
    files: "web/features/*/**",
    may: [
      ...FOR_BROWSERS,
      "<own>/**",
      "web/{theme,format,state,api,device,sync,till,ui,parts,lock}/**",
      "web/links.ts",
    ],
    without: NO_SERVER,
  },
  {
    files: "web/**",
    may: [
      ...FOR_BROWSERS,
      "web/{app,features,lock,parts,ui,till,sync,device,api,state,format,theme}/**",
      "web/*",
    ],
    without: NO_SERVER,
  },
  {
    files: "standalone/**",
    may: [KERNEL, "{command-api,projector,query-api,web/server,standalone}/**"],
  },
  { files: "tests/**", may: ["**"] },
];

/** Packages that only the named files and tests may import. */
export const PACKAGE_USERS: Record<string, readonly string[]> = {
  kafkajs: ["kernel/node/kafka/client.ts"],
  ioredis: ["kernel/node/limits/redis.ts"],
  "prom-client": ["kernel/node/metrics/*.ts"],
  "radix-ui": ["web/ui/**"],
  pg: [
    "kernel/node/postgres/**",
    "command-api/{event-store,reactions/engine}/**",
    "projector/**",
    "query-api/**/*.query.ts",
    "standalone/**",
  ],
};

/** The only files that may call fetch, and that may read the environment. */
export const FETCH_FILES = [
  "web/api/http-client.ts",
  "web/api/signed-request.ts",
  "web/worker/*.ts",
  "tests/**",
];
export const ENVIRONMENT_FILES = ["**/main.ts", "tests/kit/services/test-settings.ts"];
