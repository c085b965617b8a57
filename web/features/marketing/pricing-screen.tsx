import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { DEFAULT_PLATFORM } from "#kernel/contract/default-settings.ts";
import type { Prices } from "#web/api/public-settings.ts";
import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Figure } from "#web/ui/chart/money.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";

import { small } from "./bands.css.ts";
import { Band, Intro, OpenYourTill, PointBand, Words } from "./bands.tsx";
import * as styles from "./pricing.css.ts";
import { TRIAL } from "./site-facts.ts";

const USUAL: Prices = {
  basicMinor: DEFAULT_PLATFORM.premiumPriceMinor,
  proMinor: DEFAULT_PLATFORM.enterprisePriceMinor,
};

/** Falls back to the default prices until the current ones load. */
export function usePrices(): Prices {
  const queryClient = useQueryClient();
  const [prices, setPrices] = useState(USUAL);
  useEffect(() => {
    // Loaded separately: the page works without it.
    import("#web/api/public-settings.ts")
      .then(({ pricesQuery }) => queryClient.fetchQuery(pricesQuery()))
      .then(setPrices, () => undefined);
  }, [queryClient]);
  return prices;
}

/** The cedi prices are what is charged; naira prices are fixed copy. */
const plansAt = ({ basicMinor, proMinor }: Prices) => [
  {
    name: "Free",
    naira: "0",
    pesewas: 0,
    limits: ["100 products", "50 transactions a month", "1 user"],
  },
  {
    name: "Basic",
    naira: "5,000",
    pesewas: basicMinor,
    limits: ["1,000 products", "Unlimited transactions", "3 users"],
  },
  {
    name: "Pro",
    naira: "15,000",
    pesewas: proMinor,
    limits: [
      "Unlimited products",
      "Unlimited transactions",
      "10 users",
      "Multi-location (coming soon)",
      "API access",
    ],
  },
];
const RECOMMENDED = "Basic";

const QUESTIONS = [
  {
    name: "Is there a trial?",
    text: "14 days free with everything in Pro, and no credit card needed. After that the shop is on Free until you choose.",
  },
  { name: "Can I pay by the year?", text: "Yes, with a 20% discount for annual payment." },
  {
    name: "Can I cancel?",
    text: "Any time. You keep access to the end of the billing period.",
  },
  {
    name: "Can I change the plan?",
    text: "Any time. The change takes effect at once, and you pay only the difference.",
  },
  {
    name: "What if I reach a limit?",
    text: "You are asked to upgrade before you add more products or users. A sale is never refused for it.",
  },
];

export default function PricingScreen() {
  const plans = plansAt(usePrices());
  return (
    <>
      <Intro
        title="A price for the shop you have."
        lead={`${TRIAL} Start free, grow when you do.`}
      />
      <Band title="Plans">
        <Panel>
          <ul className={styles.plans}>
            {plans.map((plan) => (
              <Plan key={plan.name} {...plan} />
            ))}
          </ul>
        </Panel>
        <p className={small}>20% discount for annual payment. Cancel any time.</p>
      </Band>
      <PointBand ground="page" title="Questions" points={QUESTIONS} />
      <Band list title="Need more?">
        <div>
          <Words>More users, more shops, or moving from another till? Tell us what you need.</Words>
          <ButtonLink href={links.contact()} scale="form">
            Contact us
          </ButtonLink>
        </div>
      </Band>
      <OpenYourTill />
    </>
  );
}

function Plan({ name, naira, pesewas, limits }: ReturnType<typeof plansAt>[number]) {
  return (
    <li className={styles.plan}>
      <h3>{name}</h3>
      <div>
        <p className={styles.price}>
          <Figure minor={pesewas} currency="GHS" /> <span className={styles.per}>a month</span>
        </p>
        <p className={styles.naira}>In Nigeria: ₦{naira} a month</p>
      </div>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>
            <Icon name="check" size="small" />
            {limit}
          </li>
        ))}
      </ul>
      <ButtonLink href={links.register()} tone={name === RECOMMENDED ? "primary" : "neutral"} block>
        Get Started
      </ButtonLink>
    </li>
  );
}
