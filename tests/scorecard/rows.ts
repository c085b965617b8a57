// The forty faults. Tests prove them with `row(number, …)` of ./row.ts; `npm run scorecard` prints one
// line for each.

export type ScorecardRow = Readonly<{
  number: number;
  name: string;
  /** Damage (1 to 5) times how likely it is in this design (1 to 5). */
  value: number;
  target: string;
  /** What the target said for several machines, and why one machine needs another test. */
  restated?: Readonly<{ was: string; why: string }>;
}>;

export const ROWS: readonly ScorecardRow[] = [
  {
    number: 1,
    name: "Committed event skipped by the relay or projector",
    value: 25,
    target: "0 skipped",
  },
  {
    number: 2,
    name: "Read or write across tenants",
    value: 25,
    target: "0 leaks, every route covered",
  },
  {
    number: 3,
    name: "Lost answer, retry, double click, parallel requests with one key",
    value: 25,
    target: "1 effect in 1,000 of 1,000, same answer",
  },
  {
    number: 4,
    name: "Race for the last units",
    value: 25,
    target: "exactly 100 sold, no deadlock seen by a client",
  },
  { number: 5, name: "Postgres killed under load", value: 25, target: "0 lost, back within 10 s" },
  {
    number: 6,
    name: "Read models differ from the log",
    value: 25,
    target: "0 differing rows after 500,000 events",
    restated: {
      was: "0 differing rows after 1,000,000 events",
      why: "a million are not written, projected and rebuilt within three minutes on two cores",
    },
  },
  {
    number: 7,
    name: "Stored script reaches an owner or super admin",
    value: 20,
    target: "0 executions, with and without the content policy",
  },
  {
    number: 8,
    name: "Command API killed",
    value: 20,
    target: "0 lost, 0 doubled, ready within 5 s",
  },
  {
    number: 9,
    name: "Duplicate, shuffled and repeated events; projector killed",
    value: 20,
    target: "0 differences, lag under 1 s within 30 s",
  },
  {
    number: 10,
    name: "Row-level security not enforced",
    value: 20,
    target: "0 violations, 0 rows without a tenant",
  },
  {
    number: 11,
    name: "Lost stock update",
    value: 20,
    target: "ledger balances, stale counts are 409",
  },
  { number: 12, name: "Prices and quantities tampered with", value: 20, target: "0 accepted" },
  {
    number: 13,
    name: "Kafka down for five minutes",
    value: 20,
    target: "99.9 % of sales, p99 500 ms, drained within 60 s",
    restated: {
      was: "a stopped container",
      why: "without containers the broker's process is frozen for half of the time and killed for the other half",
    },
  },
  {
    number: 14,
    name: "Revoked or suspended user goes on",
    value: 20,
    target: "0 successes after 1 s, streams cut within 5 s",
  },
  {
    number: 15,
    name: "Pool or cache mixes tenants",
    value: 20,
    target: "0 foreign markers within 2 minutes",
    restated: {
      was: "0 foreign markers within 5 minutes",
      why: "every row takes at most about three minutes",
    },
  },
  {
    number: 16,
    name: "Backup that cannot be restored",
    value: 20,
    target: "counts and sums of the backup's moment equal, restored within 15 min",
    restated: {
      was: "counts and sums equal, at most 60 s lost, restored within 15 min at 10 GB",
      why: "A sealed backup is of one moment and loses what came after it. At most 60 s are lost with the archive of Docker Compose, which `npm run suite compose` tests where containers run; the drill's shops are small.",
    },
  },
  {
    number: 17,
    name: "Password guessing and stuffing",
    value: 16,
    target: "15 hashes an account and address, 100 an account; the victim signs in",
    restated: {
      was: "attempts from 50 machines",
      why: "on one machine the server is given requests of 200 source addresses",
    },
  },
  {
    number: 18,
    name: "Forged and mixed-up tokens",
    value: 16,
    target: "0 accepted, 0 answers of 5xx",
  },
  {
    number: 19,
    name: "Kafka's data erased, offsets deleted, broker killed",
    value: 16,
    target: "0 differences, no manual step",
  },
  {
    number: 20,
    name: "Event that cannot be projected",
    value: 16,
    restated: {
      was: "bad JSON, an unknown type and a missing field are published",
      why: "only what is in the log can stop a projection: bad JSON is a message, the other two are events of the log, and the fix corrects them there as a new build would read them",
    },
    target: "others' lag under 2 s, alert within 30 s, 0 differences after the fix",
  },
  {
    number: 21,
    name: "Network cut between two parts",
    value: 16,
    target: "no wait over 8 s, nothing lost",
    restated: {
      was: "no wait over 5 s; dropped packets for 60 s between every pair, five orders",
      why: "a query may take 5 s by design, so its client waits 5.5 s, a handler 6 s and the web server 7 s; a proxy holds everything back for 12 s, one order a run; Kafka is frozen, as it tells clients its own address",
    },
  },
  {
    number: 22,
    name: "Session store unreachable",
    value: 16,
    target: "503 with Retry-After, 0 answers of 401, 0 accepted",
  },
  {
    number: 23,
    name: "Redis killed, erased, slow, filled with foreign messages",
    value: 16,
    restated: {
      was: "messages of the wrong tenant planted in Redis are dropped",
      why: "Redis holds limits and no messages: planted limits are of the wrong tenant or type, and foreign events are planted in Kafka",
    },
    target: "p99 at most 2 times the usual, revoked stays revoked, all foreign messages dropped",
  },
  {
    number: 24,
    name: "Rolling update and rollback",
    value: 16,
    target: "0 failed requests, 0 differences, no lock wait over 1 s",
    restated: {
      was: "old and new containers side by side for five minutes",
      why: "on one machine they are processes, and all six are updated and rolled back within about a minute",
    },
  },
  {
    number: 25,
    name: "Privileged fields in writes, extra fields in answers",
    value: 16,
    target: "0 effects, 0 extra fields",
  },
  {
    number: 26,
    name: "Slow headers, slow and huge bodies",
    value: 15,
    target: "all closed within 15 s, p99 of a sale at most 2 times the usual",
  },
  { number: 27, name: "Sums that drift", value: 15, target: "0 pesewas, debits equal credits" },
  { number: 28, name: "SQL injection", value: 15, target: "0 effects, 0 answers of 5xx" },
  {
    number: 29,
    name: "Retry storm",
    value: 15,
    target: "at most 1.5 requests a sale, 90 % of the usual rate within 30 s",
    restated: {
      was: "at most 1.3 writes an operation",
      why: "counted over two and a half minutes, one of them frozen: a sale that meets the freeze was sent without result and must be sent once more, and no client can know that",
    },
  },
  { number: 30, name: "Disk full", value: 15, target: "0 lost, 503, heals itself" },
  {
    number: 31,
    name: "Random input to the API",
    value: 15,
    target: "0 answers of 5xx, 0 differences from the model",
  },
  {
    number: 32,
    name: "Finding out who has an account",
    value: 12,
    target: "same bytes, timing AUC 0.45 to 0.55",
  },
  {
    number: 33,
    name: "Super admin taken over, acts without a record",
    value: 12,
    target: "0 entries, every act recorded, record cannot be changed",
  },
  {
    number: 34,
    name: "Flood of sign-ins",
    value: 12,
    target: "p99 of a sale at most 500 ms, the rest 429 or 503",
  },
  {
    number: 35,
    name: "Abuse of live streams",
    value: 12,
    target: "1 MiB buffered each, 200 MiB in all, 0 foreign events, 0 tokens in logs",
  },
  {
    number: 36,
    name: "SIGTERM under load",
    value: 12,
    target: "0 failed requests, exit within 10 s",
  },
  {
    number: 37,
    name: "Clock jumps",
    value: 10,
    target: "order and sums hold, tokens at most 60 s too long",
    restated: {
      was: "libfaketime shifts the system's time",
      why: "a module loaded before each service shifts what Date.now gives; the database keeps the right time",
    },
  },
  {
    number: 38,
    name: "One tenant slows another",
    value: 10,
    target: "p50 and p99 of others at most 2 times the usual, 5 test emails an hour",
  },
  { number: 39, name: "Secrets or personal data in logs and errors", value: 10, target: "0 found" },
  {
    number: 40,
    name: "Supply chain and unsafe start",
    value: 10,
    target: "every unsafe start refused, 0 differences in the lock file",
  },
];
