import { stockLevel, stockText } from "#web/format/counts.ts";
import { links } from "#web/links.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { TextLink } from "#web/ui/button/button.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";

import { voices } from "./bands.css.ts";
import { Band, Halves, OpenYourTill, PointBand, Words } from "./bands.tsx";
import { Hero } from "./hero.tsx";

const FEATURES = [
  {
    name: "Sales and checkout",
    text: "From product to change in a few taps. Cash, card and mobile money, one running total.",
  },
  {
    name: "Inventory",
    text: "Stock goes down with every sale. You get an alert before a product runs out.",
  },
  {
    name: "Customers",
    text: "Names, numbers and addresses, found while the customer is still with you.",
  },
  { name: "Reports", text: "This week, this month, this year: what sold, and for how much." },
  {
    name: "Payments",
    text: "Cards and mobile money through a payment provider. Coming soon.",
  },
  {
    name: "Security",
    text: "Role-based access for your staff. Your data is isolated from every other shop.",
  },
];

const STOCK = [
  { name: "Titus Sardines 125g", stock: 0 },
  { name: "Peak Milk 400g", stock: 6 },
  { name: "Royal Aroma Rice 5kg", stock: 22 },
  { name: "Indomie Onion 70g", stock: 212 },
];

const STORIES = [
  {
    words:
      "I used to close at eight and count until nine. Now the total is there when I pull the shutter down.",
    shop: "Adom Provisions",
    about: "Provision store, one till (demo shop)",
  },
  {
    words:
      "The tin on the shelf and the tin on the screen are the same tin. We order before it is gone.",
    shop: "Boateng Cold Store",
    about: "Cold store, two tills (demo shop)",
  },
  {
    words:
      "My sister keeps the till and I see the same figures from Tema. We stopped arguing about stock.",
    shop: "Osei Boutique",
    about: "Boutique, owner away (demo shop)",
  },
];

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <PointBand
        title="Everything behind the counter, and nothing to learn twice."
        points={FEATURES}
      />
      <Halves
        ground="page"
        title="Know what is left before a customer asks."
        words={
          <>
            <Words>
              Each product shows its level: amber under ten, red at zero, with an alert in the app
              or by email.
            </Words>
            <TextLink href={links.features()}>How inventory works</TextLink>
          </>
        }
      >
        <StockPicture />
      </Halves>
      <Band title="From the counter">
        <Stories />
      </Band>
      <OpenYourTill />
    </>
  );
}

function StockPicture() {
  return (
    <div aria-hidden>
      <RowList>
        {STOCK.map(({ name, stock }) => (
          <Row
            key={name}
            title={name}
            end={<LevelBadge level={stockLevel(stock)}>{stockText(stock)}</LevelBadge>}
          />
        ))}
      </RowList>
    </div>
  );
}

/** Stories of the demo shops, labelled as such until real shops can be quoted. */
function Stories() {
  return (
    <ul className={voices}>
      {STORIES.map(({ words, shop, about }) => (
        <li key={shop}>
          <blockquote>{words}</blockquote>
          <p>
            <b>{shop}</b>
            <span>{about}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
