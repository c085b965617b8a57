import { afterEach, beforeEach, vi } from "vitest";

import type { TillPerson } from "#kernel/contract/api/till/changes.ts";
import { request } from "#web/api/http-client.ts";
import { type OwnSale, till, type TillData, type TillNow } from "#web/till/till.ts";

import { answers, succeeds } from "./fake-server.ts";
import { becomeTill, tillData } from "./own-till.ts";
import { account } from "./settings.ts";
import { tillEachTest } from "./till.tsx";

export const UNLOCK = "POST /api/v1/till/unlock";
export const LOGOUT = "POST /api/v1/logout";

const person = (part: Partial<TillPerson>): TillPerson => ({
  id: "user-cashier",
  name: "Akosua Mensah",
  role: "cashier",
  gone: false,
  ...part,
});
export const esi = person({ id: "01990000-0000-7000-8000-00000000e511", name: "Esi Owusu" });
export const kofi = person({
  id: "01990000-0000-7000-8000-00000000c0f1",
  name: "Kofi Asante",
  role: "manager",
});

/** The server's answer to the right PIN of Esi. */
export const esiUnlocks = answers({
  token: "token-of-esi",
  user: {
    id: esi.id,
    first_name: "Esi",
    last_name: "Owusu",
    email: "esi@adom.example",
    role: "cashier",
  },
  until: "2999-11-26T10:00:00Z",
});

/** A till of three people, whose own part is faked: signing, and what it stores. */
export function sharedTillEachTest() {
  const fake = tillEachTest();
  const rows = new Map<string, unknown>();
  let own: ReturnType<typeof becomeTill> | undefined;
  const all = [person({}), esi, kofi, person({ id: "user-gone", name: "Yaw Gone", gone: true })];
  const dataOf = (people: readonly TillPerson[]) => ({ data: { ...tillData(), people } });
  beforeEach(() => {
    rows.clear();
    own = becomeTill(dataOf(all));
    vi.spyOn(till, "signedPost").mockImplementation((path, schema, json) =>
      request(path, schema, { method: "POST", json }),
    );
    vi.spyOn(till.meta, "get").mockImplementation((key) => Promise.resolve(rows.get(key)));
    vi.spyOn(till.meta, "put").mockImplementation((key, value) => {
      rows.set(key, value);
      return Promise.resolve();
    });
    fake.server.on("GET /api/v1/account", succeeds(account({ id: "user-cashier", has_pin: true })));
    fake.server.on(LOGOUT, answers({ success: true }));
    fake.server.on(UNLOCK, esiUnlocks);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return {
    get server() {
      return fake.server;
    },
    rows,
    /** The till as it is from now on. */
    become: (part: Partial<TillNow>) => own?.show(part),
    dataWith: (settings: Partial<TillData["settings"]>) => ({ ...tillData(settings), people: all }),
    people: (...people: readonly TillPerson[]) => own?.show(dataOf(people)),
    recordSale: () => own?.recordSale.mock.calls.map(([sale]) => sale) ?? [],
    sells: (sale: OwnSale) => own?.recordSale.mockResolvedValue(sale),
    offline: () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false),
  };
}
