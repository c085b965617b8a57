import { withProxiedApis } from "#tests/faults/drills/proxied-apis.ts";
import { loseSessionStore, silent } from "#tests/faults/drills/session-store.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

describeWith(["postgres"], "the sessions do not answer", () => {
  row(22, "a store that hangs is 503 on every route in time, and signs no one out", (proof) =>
    withProxiedApis((apis, { url, proxy }) => loseSessionStore(apis, url, silent(proxy), proof)),
  );
});
