import type { Apis } from "#tests/integration/bad-input/apis.ts";
import {
  type Cell,
  IDENTITIES,
  type Identity,
  TILLS_ONLY,
} from "#tests/integration/tenant-isolation/cell.ts";
import { CELLS } from "#tests/integration/tenant-isolation/cells.ts";
import type { DescribedRoute } from "#tests/kit/http/open-api/document.ts";
import { recordedRoutes } from "#tests/kit/http/route-recorder.ts";

/** Health probes are not part of the documented API. */
const isPublic = (url: string): boolean => !url.startsWith("/health/");

/** The routes of both APIs, with their row of the isolation matrix. */
export const describedRoutes = ({ apps }: Apis): DescribedRoute[] =>
  (["command", "query"] as const).flatMap((service) =>
    recordedRoutes(apps[service])
      .filter(({ method, url }) => method !== "HEAD" && isPublic(url))
      .map((route) => {
        const cell = CELLS[`${service} ${route.method} ${route.url}`];
        const isOpen = cell === TILLS_ONLY || isWelcome(cell, "anonymous");
        return { ...route, service, isOpen, who: whoMay(cell) };
      }),
  );

/** True when the identity is not refused; what it asks for may still not exist. */
function isWelcome(cell: Cell | undefined, identity: Identity): boolean {
  const outcome = cell?.[identity] ?? 401;
  return outcome === "ok" || (typeof outcome === "number" && outcome !== 401 && outcome !== 403);
}

function whoMay(cell: Cell | undefined): string {
  if (cell === TILLS_ONLY) return "Tills, which sign the request in the header Till-Signature.";
  if (isWelcome(cell, "anonymous")) return "Public.";
  const welcome = IDENTITIES.filter(
    (identity) => identity !== "foreign owner" && isWelcome(cell, identity),
  );
  return `Roles: ${welcome.map((identity) => identity.replace("_", " ")).join(", ")}.`;
}
