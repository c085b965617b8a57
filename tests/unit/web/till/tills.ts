// oxlint-disable-next-line import/no-unassigned-import -- gives Node the database that a browser has
import "fake-indexeddb/auto";
import { afterEach, expect } from "vitest";

import type { EnrolledTill, EnrolTillRequest } from "#kernel/contract/api/till/tills.ts";
import { type BrowserTill, openBrowserTill } from "#tests/kit/till/browser-till.ts";
import { createFakeEntriesRoute } from "#tests/kit/till/fake-entries-route.ts";

type Options = Partial<Parameters<typeof openBrowserTill>[0]>;

/** Tills that call a server of the test, for each test of a file. */
export function tillsEachTest() {
  const opened: BrowserTill[] = [];
  afterEach(() => {
    for (const till of opened.splice(0)) till.close();
  });

  async function openAll(options: Options = {}) {
    const route = createFakeEntriesRoute();
    const enrolments: EnrolTillRequest[] = [];
    let number = 1;
    const enrol = (request: EnrolTillRequest): Promise<EnrolledTill> => {
      enrolments.push(request);
      // A new number counts from 1.
      if (request.number === undefined) route.office.lastSeq = 0;
      route.office.publicKey = request.public_key;
      number = request.number ?? number + 1;
      const { state } = route.office;
      return Promise.resolve({ till: number, device: "d-1", name: request.name, state });
    };
    const till = await openBrowserTill({ send: route.send, enrol, ...options });
    opened.push(till);
    const seqs = () => route.requests.map(({ entries }) => entries.map(({ seq }) => seq));
    return { ...route, till, enrolments, seqs };
  }

  async function openActive(options: Options = {}) {
    const all = await openAll(options);
    await all.till.open();
    expect(all.till.now()).toMatchObject({ phase: "active", number: 2, toSend: 0 });
    return all;
  }

  return { openAll, openActive };
}

/** Waits until everything that was begun is done. */
export const settle = ({ contact }: BrowserTill): Promise<void> => contact();
