import type { EventType } from "#kernel/contract/event-types.ts";
import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

import { recorded } from "./recorded.ts";
import { tenantOf } from "./shop-log.ts";

type Happened = readonly [projection: Projection, type: EventType, data: object];

const inLogOf =
  (tenantId: TenantId) =>
  (...[{ changes }, type, data]: Happened) =>
    changes(recorded(type, data, { tenantId }), openPlainly);

/** The changes of an event in the log of the first shop. */
export const inShopLog = inLogOf(tenantOf(1));
/** The same for the platform's log. */
export const inPlatformLog = inLogOf(PLATFORM_TENANT_ID);
