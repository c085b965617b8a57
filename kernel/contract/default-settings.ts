/** The settings of a new tenant. */
export const DEFAULT_BUSINESS = {
  phone: null,
  email: null,
  address: null,
  taxRateBp: 0,
  /** Not chosen: `taxProfileOf` goes by the rate. */
  taxProfile: null,
  tin: null,
  taxMode: "inclusive",
  receiptFooter: null,
  oversellPolicy: "block",
  offlineDays: 14,
  offlineApprovalMinor: 20_000,
  discountLimitBp: 0,
  stockRuleChosen: false,
  firstStepsHidden: false,
  receiptLinks: true,
  /** Of a business that is older than this setting. */
  cashiersSeeTakings: true,
  emailProvider: "none",
  paymentProvider: "none",
} as const;

export const DEFAULT_NOTIFICATIONS = {
  emailNotifications: true,
  lowStockAlerts: true,
  salesReports: true,
  paymentNotifications: true,
  systemAlerts: true,
  customerNotifications: false,
  lowStockThreshold: 10,
  reportFrequency: "monthly",
  emailTime: "09:00",
} as const;

/** Prices are per month, in pesewas. The pricing page promises this trial. */
export const DEFAULT_PLATFORM = {
  premiumPriceMinor: 5_000,
  enterprisePriceMinor: 15_000,
  trialDays: 14,
  maintenanceBanner: null,
} as const;
