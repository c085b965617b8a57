import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { addHealth, type Check } from "#kernel/node/http/health.ts";
import { createHttpApp, type HttpApp, type HttpOptions } from "#kernel/node/http/server.ts";
import { limitByUser } from "#kernel/node/limits/limit-requests.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { requireSession, refuseOtherTenants } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";

import { accountRoutes, type AccountRoutesOptions } from "./account.routes.ts";
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
import { productImportRoutes } from "./product/product-import.routes.ts";
import { productRestoreRoutes } from "./product/product-restore.routes.ts";
import { productRoutes } from "./product/product.routes.ts";
import { stockMovementRoutes } from "./product/stock-movement.routes.ts";
import { profileRoutes } from "./profile/profile.routes.ts";
import { saleRoutes } from "./sale/sale.routes.ts";
import { platformSettingsRoutes } from "./settings/platform-settings.routes.ts";
import { providerRoutes, type ProviderRoutesOptions } from "./settings/provider.routes.ts";
import { settingsRoutes } from "./settings/settings.routes.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { supportRoutes } from "./support/support.routes.ts";
import { ownerRoutes } from "./tenant/owner.routes.ts";
import { tenantRoutes } from "./tenant/tenant.routes.ts";

export type CommandApiOptions = HttpOptions &
  Readonly<{
    store: EventStore;
    contexts: CommandContexts;
    sealer: Sealer;
    erase: EraseSubject;
    sessions: Sessions;
    writes: RateLimiter;
    auth: Omit<AccountRoutesOptions, "contexts">;
    mail: Omit<MailRoutesOptions, "contexts">;
    messages: RateLimiter;
    providers: Pick<ProviderRoutesOptions, "providers" | "rules">;
    resend: Omit<ResendOptions, "store">;
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
  app.register(async (tenant) => {
    await tenant.register(requireSession, { sessions, aud: "tenant" });
    limitByUser(tenant, options.writes);
    refuseOtherTenants(tenant);
    sealAddresses(tenant, sealer);
    await tenant.register(productRoutes, { store, contexts });
    await tenant.register(stockMovementRoutes, { store, contexts });
    await tenant.register(productRestoreRoutes, { store, contexts });
    await tenant.register(productImportRoutes, { store, contexts });
    await tenant.register(customerRoutes, { store, contexts, sealer });
    await tenant.register(customerErasureRoutes, { contexts, erase: options.erase });
    await tenant.register(customerImportRoutes, { store, contexts, sealer });
    await tenant.register(saleRoutes, { store, contexts, sealer });
    await tenant.register(staffRoutes, { accounts: auth.accounts, sealer, contexts });
    await tenant.register(ownerRoutes, { accounts: auth.accounts, contexts });
    await tenant.register(settingsRoutes, { store, contexts });
    await tenant.register(providerRoutes, { ...options.providers, store, contexts });
    await tenant.register(notificationRoutes, { store, contexts });
    await tenant.register(mailRoutes, { ...options.mail, contexts });
  });
  app.register(async (own) => {
    await own.register(requireSession, { sessions, aud: "any" });
    limitByUser(own, options.writes);
    refuseOtherTenants(own);
    await own.register(profileRoutes, { accounts: auth.accounts, sealer, contexts });
  });
  app.register(async (platform) => {
    const { tokenKeys } = auth;
    await platform.register(requireSession, { sessions, aud: "platform", tokenKeys });
    limitByUser(platform, options.writes);
    await platform.register(tenantRoutes, { accounts: auth.accounts, sealer, contexts });
    await platform.register(supportRoutes, { accounts: auth.accounts, contexts });
    await platform.register(platformSettingsRoutes, { store, contexts });
    await platform.register(resendRoutes, { store, ...options.resend });
  });
  return app;
}
