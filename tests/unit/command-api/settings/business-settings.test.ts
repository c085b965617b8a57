import { describe, test } from "vitest";

import {
  type BusinessSettings,
  businessSettings,
} from "#command-api/settings/business-settings.ts";
import type { BusinessSettingsChanged } from "#kernel/contract/events/settings.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(businessSettings);

const registered = {
  businessName: "Ama's",
  currency: "GHS",
  timezone: "Africa/Accra",
  cashiersSeeTakings: false,
} as const;
const change = (wanted: BusinessSettings) =>
  ({ type: "ChangeBusinessSettings", wanted, registered }) as const;
const changed = (changes: BusinessSettingsChanged["data"]["changes"]): BusinessSettingsChanged => ({
  type: "BusinessSettingsChanged",
  data: { changes },
});

const taxed = changed({ taxRateBp: { from: 0, to: 1250 } });

describe("changing the settings of a business", () => {
  test("records what changes, starting from the registration", () =>
    given()
      .when(change({ businessName: "Ama & Sons", currency: "USD", phone: "0244" }))
      .thenEvents(
        changed({
          businessName: { from: "Ama's", to: "Ama & Sons" },
          currency: { from: "GHS", to: "USD" },
          phone: { from: null, to: "0244" },
        }),
      ));
  test("records nothing that is equal", () => {
    given()
      .when(change({ businessName: "Ama's", taxRateBp: 0, oversellPolicy: "block", phone: null }))
      .thenNothing();
    given(taxed)
      .when(change({ taxRateBp: 1250 }))
      .thenNothing();
  });
  test("starts from the last change", () =>
    given(taxed)
      .when(change({ taxRateBp: 2000, receiptFooter: undefined }))
      .thenEvents(changed({ taxRateBp: { from: 1250, to: 2000 } })));
  test("TILL-110, SELL-52: the settings of tills start from their defaults", () => {
    given()
      .when(change({ offlineDays: 14, offlineApprovalMinor: 20_000, discountLimitBp: 0 }))
      .thenNothing();
    given()
      .when(change({ offlineDays: 7, offlineApprovalMinor: 0, discountLimitBp: 500 }))
      .thenEvents(
        changed({
          offlineDays: { from: 14, to: 7 },
          offlineApprovalMinor: { from: 20_000, to: 0 },
          discountLimitBp: { from: 0, to: 500 },
        }),
      );
  });
  test("DASH-20: a rule that stays as it is can still be chosen, once", () => {
    const chosen = changed({ stockRuleChosen: { from: false, to: true } });
    const choose = change({ oversellPolicy: "block", stockRuleChosen: true });
    given().when(choose).thenEvents(chosen);
    given(chosen).when(choose).thenNothing();
  });
  test("TAX-02: a business that is not registered charges no tax and has no TIN", () => {
    const profile = changed({
      taxProfile: { from: null, to: "registered" },
      tin: { from: null, to: "C0001234567" },
    });
    given(taxed, profile)
      .when(change({ taxProfile: "unregistered", taxRateBp: 2000 }))
      .thenEvents(
        changed({
          taxRateBp: { from: 1250, to: 0 },
          taxProfile: { from: "registered", to: "unregistered" },
          tin: { from: "C0001234567", to: null },
        }),
      );
    given(taxed, profile)
      .when(change({ taxProfile: "foreign" }))
      .thenEvents(
        changed({
          taxProfile: { from: "registered", to: "foreign" },
          tin: { from: "C0001234567", to: null },
        }),
      );
    given()
      .when(change({ tin: "C0001234567" }))
      .thenNothing();
  });
  test("TAX-03: a rate is enough to be registered; a TIN makes that a choice", () => {
    given(taxed)
      .when(change({ tin: "C0001234567" }))
      .thenEvents(
        changed({
          tin: { from: null, to: "C0001234567" },
          taxProfile: { from: null, to: "registered" },
        }),
      );
    given(changed({ taxProfile: { from: null, to: "unregistered" } }))
      .when(change({ taxRateBp: 2000 }))
      .thenEvents(changed({ taxRateBp: { from: 0, to: 2000 } }));
  });
  test("back to the registration is a change", () =>
    given(taxed)
      .when(change({ taxRateBp: 0 }))
      .thenEvents(changed({ taxRateBp: { from: 1250, to: 0 } })));

  test("RIGHT-10: what cashiers see is compared with what the business began with", () => {
    const older = { ...registered, cashiersSeeTakings: true };
    const wish = (wanted: boolean, of: typeof older | typeof registered) =>
      given().when({
        type: "ChangeBusinessSettings",
        wanted: { cashiersSeeTakings: wanted },
        registered: of,
      });
    wish(true, older).thenNothing();
    wish(false, registered).thenNothing();
  });
});
