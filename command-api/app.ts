import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { addHealth, type Check } from "#kernel/node/http/health.ts";
import { createHttpApp, type HttpApp, type HttpOptions } from "#kernel/node/http/server.ts";
import { limitRequests, type RequestLimits } from "#kernel/node/limits/limit-requests.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { requireSession, refuseOtherTenants } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";

import { accountRoutes, type AccountRoutesOptions } from "./account.routes.ts";
import { approvalRoutes } from "./approval/approval.routes.ts";
import { contactRoutes } from "./contact/contact.routes.ts";
import { customerErasureRoutes } from "./customer/customer-erasure.routes.ts";
import { customerImportRoutes } from "./customer/customer-import.routes.ts";
import { customerRoutes } from "./customer/customer.routes.ts";
import type { EraseSubject } from "./event-store/erase-subject.ts";
import type { EventStore } from "./event-store/handle-command.ts";
import type { CommandContexts } from "./http/command-context.ts";
import { sealAddresses } from "./http/sealed-address.ts";
import { mailRoutes, type MailRoutesOptions } from "./mail/mail.routes.ts";
import { notificationRoutes } from "./notification/notification.routes.ts";
import { type ResendOptions, resendRoutes } from "./platform/resend.routes.ts";
import { bulkChangeRoutes } from "./product/bulk-change.routes.ts";
import { pictureRoutes } from "./product/picture/picture.routes.ts";
import { productImportRoutes } from "./product/product-import.routes.ts";
import { productRestoreRoutes } from "./product/product-restore.routes.ts";
import { productRoutes } from "./product/product.routes.ts";
import { stockMovementRoutes } from "./product/stock-movement.routes.ts";
import { profileRoutes } from "./profile/profile.routes.ts";
import { receiptRoutes } from "./sale/receipt.routes.ts";
import { saleRoutes } from "./sale/sale.routes.ts";
import { platformSettingsRoutes } from "./settings/platform-settings.routes.ts";
import { providerRoutes, type ProviderRoutesOptions } from "./settings/provider.routes.ts";
import { settingsRoutes } from "./settings/settings.routes.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { supportRoutes } from "./support/support.routes.ts";
import { ownerRoutes } from "./tenant/owner.routes.ts";
import { tenantRoutes } from "./tenant/tenant.routes.ts";
import { checkRoutes } from "./till/check/check.routes.ts";
import { copiesRoutes } from "./till/copies/copies.routes.ts";
import { entriesRoutes, type EntriesRoutesOptions } from "./till/entries/entries.routes.ts";
import { acceptSignedRequests, type SignedLimits } from "./till/entries/signed-requests.ts";
import { issueRoutes } from "./till/issues/issue.routes.ts";
import { tillRoutes, type TillRoutesOptions } from "./till/till.routes.ts";
import { unlockRoutes } from "./till/unlock/unlock.routes.ts";

export type CommandApiOptions = HttpOptions &
  Readonly<{
    store: EventStore;
    contexts: CommandContexts;
    sealer: Sealer;
    erase: EraseSubject;
    sessions: Sessions;
    limits: RequestLimits;
    auth: Omit<AccountRoutesOptions, "contexts">;
    mail: Omit<MailRoutesOptions, "contexts">;
    messages: RateLimiter;
    receiptMails: RateLimiter;
    providers: Pick<ProviderRoutesOptions, "providers" | "rules">;
    resend: Omit<ResendOptions, "store">;
    tills: Pick<TillRoutesOptions, "pool">;
    entries: Pick<EntriesRoutesOptions, "kinds" | "clock"> & Readonly<{ limits: SignedLimits }>;
    checks: Readonly<Record<string, Check>>;
  }>;

/**
 * Every write of the product. Public routes are registered outside the scopes that require a
 * session.
 */
export function createCommandApi(options: CommandApiOptions): HttpApp {
  const { store, contexts, sealer, sessions, auth } = options;
  const app = createHttpApp(options);
  addHealth(app, options.checks);
  app.register(accountRoutes, { ...auth, contexts });
  app.register(contactRoutes, { store, contexts, sealer, limiter: options.messages });
  app.register(async (signed) => {
    const { limits, ...entries } = options.entries;
    const findTill = acceptSignedRequests(signed, { store, limits });
    await signed.register(entriesRoutes, { ...entries, ...options.tills, store, sealer, findTill });
    await signed.register(checkRoutes, { store, findTill });
    await signed.register(copiesRoutes, { store, clock: entries.clock, findTill });
    await signed.register(unlockRoutes, { ...auth, store, findTill });
  });
  app.register(async (signedIn) => {
    await signedIn.register(requireSession, { sessions, aud: "tenant" });
    limitRequests(signedIn, options.limits);
    refuseOtherTenants(signedIn);
    sealAddresses(signedIn, sealer);
    await signedIn.register(productRoutes, { store, contexts, pool: options.tills.pool });
    await signedIn.register(stockMovementRoutes, { store, contexts });
    await signedIn.register(productRestoreRoutes, { store, contexts });
    await signedIn.register(bulkChangeRoutes, { store, contexts });
    await signedIn.register(pictureRoutes, { store, contexts, pool: options.tills.pool });
    await signedIn.register(productImportRoutes, { store, contexts });
    await signedIn.register(customerRoutes, { store, contexts, sealer });
    await signedIn.register(customerErasureRoutes, { contexts, erase: options.erase });
    await signedIn.register(customerImportRoutes, { store, contexts, sealer });
    await signedIn.register(saleRoutes, { store, contexts, sealer });
    const { receiptMails } = options;
    await signedIn.register(receiptRoutes, { store, sealer, contexts, receiptMails });
    await signedIn.register(tillRoutes, { ...options.tills, store, contexts, ...auth });
    await signedIn.register(approvalRoutes, { store, contexts, accounts: auth.accounts });
    const { kinds } = options.entries;
    await signedIn.register(issueRoutes, { ...options.tills, store, contexts, sealer, kinds });
    await signedIn.register(staffRoutes, { accounts: auth.accounts, sealer, contexts });
    await signedIn.register(ownerRoutes, { accounts: auth.accounts, contexts });
    await signedIn.register(settingsRoutes, { store, contexts });
    await signedIn.register(providerRoutes, { ...options.providers, store, contexts });
    await signedIn.register(notificationRoutes, { store, contexts });
    await signedIn.register(mailRoutes, { ...options.mail, contexts });
  });
  app.register(async (own) => {
    await own.register(requireSession, { sessions, aud: "any" });
    limitRequests(own, options.limits);
    refuseOtherTenants(own);
    await own.register(profileRoutes, { accounts: auth.accounts, sealer, contexts });
  });
  app.register(async (platform) => {
    const { tokenKeys } = auth;
    await platform.register(requireSession, { sessions, aud: "platform", tokenKeys });
    limitRequests(platform, options.limits);
    await platform.register(tenantRoutes, { accounts: auth.accounts, sealer, contexts });
    await platform.register(supportRoutes, { accounts: auth.accounts, contexts });
    await platform.register(platformSettingsRoutes, { store, contexts });
    await platform.register(resendRoutes, { store, ...options.resend });
  });
  return app;
}
