import { afterAll } from "vitest";

import { openMailSink } from "#tests/kit/fakes/mail-sink.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { doTheJobsOfTheSuperAdmin } from "./legacy/admin-jobs.ts";
import { doTheJobsOfNotifications } from "./legacy/notification-jobs.ts";
import { doTheJobsOfAShop } from "./legacy/shop-jobs.ts";

const ADMIN = { email: "root@legacy.example", password: "platform secret" };

const mailSink = await openMailSink();
afterAll(() => mailSink.close());

describeWith(
  ["postgres", "kafka", "redis"],
  "a legacy client of the distributed product: two of each service as processes",
  () => {
    const it = useDistributed({
      SUPER_ADMIN_EMAIL: ADMIN.email,
      SUPER_ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: mailSink.url,
    });
    doTheJobsOfAShop(() => it.product().url);
    doTheJobsOfNotifications(() => it.product().url);
    doTheJobsOfTheSuperAdmin(
      () => it.product().url,
      async () => ADMIN,
    );
  },
);
