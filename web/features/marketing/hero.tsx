import { links } from "#web/app/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Figure } from "#web/ui/money.tsx";

import { headline, lead, small } from "./bands.css.ts";
import * as styles from "./hero.css.ts";
import { TRIAL } from "./site-links.ts";

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
        <Receipt />
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

/** A till, drawn: decoration, not data. */
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

const LINES = [
  { name: "2 Ideal Milk 160g", sum: "21.00" },
  { name: "1 Milo 400g", sum: "62.00" },
  { name: "1 Voltic Water 750ml", sum: "5.00" },
];

function Receipt() {
  return (
    <div className={styles.receipt}>
      <b>Adom Provisions</b>
      <p className={styles.dim}>
        Osu, Accra
        <br />
        21 Nov 2026, 11:42
      </p>
      <dl>
        {LINES.map(({ name, sum }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>GH₵88.00</dd>
        </div>
        <div>
          <dt className={styles.dim}>Cash</dt>
          <dd>100.00</dd>
        </div>
        <div>
          <dt className={styles.dim}>Change</dt>
          <dd>12.00</dd>
        </div>
      </dl>
    </div>
  );
}
