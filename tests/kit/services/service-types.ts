import * as z from "zod/mini";

export const SERVICE_NAMES = ["postgres", "kafka", "redis"] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const Reason = z.optional(z.union([z.string(), z.undefined()]));

/** What cannot run on this machine, each with the reason. */
export const Missing = z.object({
  postgres: Reason,
  kafka: Reason,
  redis: Reason,
  chromium: Reason,
  python3: Reason,
  prometheus: Reason,
});
export type Missing = z.infer<typeof Missing>;
export type Need = keyof Missing;

export type Own = Readonly<{
  /**
   * A new server for this suite alone, even if the environment names a shared one: for suites that
   * kill it. It is stopped with the run.
   */
  own?: boolean;
}>;

export type Kafka = Readonly<{
  brokers: string;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  /** It keeps its connections and answers nothing until `thaw`. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** On the same port with the same data. */
  restart: () => Promise<void>;
  /** Like a lost disk: killed, all data deleted, formatted and started again on the same port. */
  eraseData: () => Promise<void>;
}>;

export type Redis = Readonly<{
  url: string;
  kill: () => Promise<void>;
  /** On the same port, empty. */
  restart: () => Promise<void>;
}>;

export type FreshDatabase = Readonly<{ adminUrl: string; drop: () => Promise<void> }>;

export type Services = Readonly<{
  kafka: (options?: Own) => Promise<Kafka>;
  redis: (options?: Own) => Promise<Redis>;
  /** A database of the shared server, migrated unless it is to be `empty`. */
  freshDatabase: (options?: Readonly<{ empty?: boolean }>) => Promise<FreshDatabase>;
  /** A data folder of the standalone product with its demo shops, to be copied. */
  demoFolder: () => Promise<string>;
}>;

/** A started service: its address, what can be done to it, and how to stop it. */
export type StartedService = Readonly<{
  address: string;
  actions: Readonly<Record<string, () => Promise<void>>>;
  end: () => Promise<void>;
}>;
