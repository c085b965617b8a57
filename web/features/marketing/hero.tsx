import { links } from "#web/links.ts";
import { Receipt } from "#web/parts/receipt.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Figure } from "#web/ui/chart/money.tsx";

import { headline, lead, small } from "./bands.css.ts";
import * as styles from "./hero.css.ts";
import { TRIAL } from "./site-facts.ts";

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.say}>
        <h1 className={headline}>The whole shop, on the phone you already own.</h1>
        <p className={lead}>
          Sell, count stock and see the day&apos;s money in one place. Made for provision stores,
          cafes and boutiques, from one counter to many.
        </p>
        <div className={styles.actions}>
          <ButtonLink href={links.register()} tone="primary" scale="form">
            Get Started
          </ButtonLink>
          <ButtonLink href={links.features()} scale="form">
            See the features
          </ButtonLink>
        </div>
        <p className={small}>{TRIAL}</p>
      </div>
      <div className={styles.show} aria-hidden>
        <Till />
        <PaidReceipt />
      </div>
    </section>
  );
}

const TILES = [
  { name: "Indomie Onion 70g", price: "4.50", times: 0 },
  { name: "Voltic Water 750ml", price: "5.00", times: 1 },
  { name: "Milo 400g", price: "62.00", times: 1 },
  { name: "Gino Tomato Paste 210g", price: "12.00", times: 0 },
  { name: "Peak Milk 400g", price: "68.00", times: 0 },
  { name: "Ideal Milk 160g", price: "10.50", times: 2 },
  { name: "Key Soap 130g", price: "7.50", times: 0 },
  { name: "Frytol Oil 1L", price: "42.00", times: 0 },
  { name: "Gari 1kg", price: "18.00", times: 0 },
  { name: "Omo 500g", price: "24.00", times: 0 },
  { name: "Malta Guinness 330ml", price: "11.00", times: 0 },
  { name: "Tom Brown 500g", price: "28.00", times: 0 },
];

/** Decorative picture of a till, not data. */
function Till() {
  return (
    <div className={styles.phone}>
      <div className={styles.phoneTop}>
        <b>Till 1</b>
        <span className={styles.online}>Online</span>
      </div>
      <div className={styles.grid}>
        {TILES.map(({ name, price, times }) => (
          <div key={name} className={styles.tile} data-in={times > 0 || undefined}>
            <span>{name}</span>
            <b>{price}</b>
            {times > 0 && <span className={styles.times}>×{times}</span>}
          </div>
        ))}
      </div>
      <div className={styles.bar}>
        <span>
          <small>4 items</small>
          <b>
            <Figure minor={8_800} currency="GHS" />
          </b>
        </span>
        <span className={styles.charge}>Charge</span>
      </div>
    </div>
  );
}

const line = { unitPriceMinor: 0, discountMinor: 0 };

/** Decorative receipt of the demo shop. */
function PaidReceipt() {
  return (
    <div className={styles.receipt}>
      <Receipt
        shop={{ name: "Adom Provisions", lines: ["Osu, Accra", "21 Nov 2026, 11:42"] }}
        facts={[]}
        currency="GHS"
        lines={[
          {
            ...line,
            quantity: "2",
            unitPriceMinor: 1_050,
            name: "Ideal Milk 160g",
            totalMinor: 2_100,
          },
          { ...line, quantity: "1", name: "Milo 400g", totalMinor: 6_200 },
          { ...line, quantity: "1", name: "Voltic Water 750ml", totalMinor: 500 },
        ]}
        taxMode="inclusive"
        taxes={[]}
        totalMinor={8_800}
        tenders={[{ name: "Cash", amountMinor: 8_800, givenMinor: 10_000, reference: undefined }]}
        note={undefined}
        footer={undefined}
        voided={false}
        copy={false}
      />
    </div>
  );
}
