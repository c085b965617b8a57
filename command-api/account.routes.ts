import fastifyJwt from "@fastify/jwt";

import type { Routes } from "#kernel/node/http/server.ts";
import { requireSession, refuseOtherTenants } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";
import { signerSettings, type TokenKeys } from "#kernel/node/session/tokens.ts";

import type { AccountRouteDeps } from "./account-store/route-deps.ts";
import { changePasswordRoutes, passwordLinkRoutes } from "./credentials/password.routes.ts";
import { pinRoutes } from "./credentials/set-pin.ts";
import { twoFactorRoutes } from "./credentials/two-factor.routes.ts";
import { sessionRoutes } from "./sign-in/session.routes.ts";
import { signInRoutes } from "./sign-in/sign-in.routes.ts";
import { invitationRoutes } from "./staff/accept-invitation.ts";
import { choosePinRoutes } from "./staff/choose-pin.ts";
import { registrationRoutes } from "./tenant/registration.ts";

export type AccountRoutesOptions = AccountRouteDeps &
  Readonly<{ sessions: Sessions; tokenKeys: TokenKeys }>;

/** Getting into an account and securing it. Both portals share these routes. */
export const accountRoutes: Routes<AccountRoutesOptions> = async (app, options) => {
  await app.register(async (signing) => {
    await signing.register(fastifyJwt, signerSettings(options.tokenKeys));
    await signing.register(registrationRoutes, options);
    await signing.register(signInRoutes, options);
  });
  await app.register(passwordLinkRoutes, options);
  await app.register(invitationRoutes, options);
  await app.register(choosePinRoutes, options);
  await app.register(async (signedIn) => {
    await signedIn.register(requireSession, { sessions: options.sessions, aud: "any" });
    refuseOtherTenants(signedIn);
    await signedIn.register(sessionRoutes, options);
    await signedIn.register(twoFactorRoutes, options);
    await signedIn.register(changePasswordRoutes, options);
    await signedIn.register(pinRoutes, options);
  });
};
