import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";

/** The platform's log repeats what happens to shops; there it is not about the tenant whose log it is. */
export const isAboutItself = ({
  tenantId,
  data,
}: Readonly<{ tenantId: string; data: Readonly<{ tenantId: string }> }>): boolean =>
  tenantId === data.tenantId;

export const isOfPlatform = ({ tenantId }: Readonly<{ tenantId: string }>): boolean =>
  tenantId === PLATFORM_TENANT_ID;
