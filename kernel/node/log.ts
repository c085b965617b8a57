/** What the adapters here need of a logger; pino's fits. */
export type Log = Readonly<
  Record<"info" | "warn" | "error", (fields: object, message: string) => void>
>;
