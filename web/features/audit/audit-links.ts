import { links } from "#web/links.ts";

/**
 * Addresses within the audit, apart from those of the app: they load with the audit, and not with every
 * page.
 */
export const auditLinks = {
  /** Only some events. */
  events: (narrowed: Readonly<Record<string, string>>): string =>
    `${links.audit()}?${new URLSearchParams(narrowed)}`,
  /** The history of a product, sale, customer or person. */
  story: (kind: string, id: string): string =>
    `${links.audit()}?${new URLSearchParams({ story: `${kind}:${id}` })}`,
  /** The dashboard as it was after an event. */
  dashboardAsOf: (seq: number): string => `${links.dashboard()}?as_of=${seq}`,
} as const;
