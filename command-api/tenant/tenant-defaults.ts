/** What a business starts with, until its owner sets it (R38). */
export const DEFAULTS = { currency: "GHS", timezone: "Africa/Accra" } as const;
