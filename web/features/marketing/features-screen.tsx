import { Intro, OpenYourTill, PointBand } from "./bands.tsx";

const PARTS = [
  {
    title: "Sales and checkout",
    points: [
      { name: "One running total", text: "Pick products, change quantities and watch the total." },
      {
        name: "Every way to pay",
        text: "Cash, card, mobile money or bank transfer, recorded with the sale.",
      },
      {
        name: "No double counting",
        text: "If the connection drops mid-sale, the sale is sent again but recorded only once.",
      },
      {
        name: "Easy corrections",
        text: "A deleted sale returns its stock and stays on record.",
      },
    ],
  },
  {
    title: "Inventory",
    points: [
      {
        name: "Stock levels in words",
        text: "Out of stock, low, medium or well stocked, at a glance.",
      },
      {
        name: "Deliveries and breakage",
        text: "Add or subtract with a reason, while others keep selling the same product.",
      },
      {
        name: "Full history",
        text: "Each product lists every stock change, when it happened and what was left.",
      },
      { name: "Alerts", text: "An alert in the app and by email before a shelf is empty." },
    ],
  },
  {
    title: "Customers",
    points: [
      {
        name: "Found at once",
        text: "By name, email or phone, while the customer is still talking.",
      },
      {
        name: "On the sale",
        text: "Every sale shows the customer, or a walk-in.",
      },
      {
        name: "Kept with care",
        text: "Contact details are encrypted and shown only to roles that need them.",
      },
    ],
  },
  {
    title: "Security",
    points: [
      {
        name: "Role-based access",
        text: "Owner, manager, cashier, stock keeper, accountant, auditor.",
      },
      { name: "Isolated data", text: "Each shop's records are kept separate." },
      { name: "Two steps", text: "Sign in with a password and an authenticator app." },
      {
        name: "Tamper-evident records",
        text: "Changes are added, never overwritten, and the whole chain can be verified.",
      },
    ],
  },
  {
    title: "Integrations",
    points: [
      {
        name: "Payment provider",
        text: "Connect your keys for cards and mobile money. Taking payments in Tillbook is coming soon.",
      },
      {
        name: "Email",
        text: "Alerts, reports and invitations, through your own mail server if you like.",
      },
      { name: "Spreadsheets", text: "Sales, products and customers as CSV files." },
      { name: "API", text: "Every API call is documented, so you can build your own tools." },
    ],
  },
];

export default function FeaturesScreen() {
  return (
    <>
      <Intro
        title="Everything behind the counter."
        lead="What a small shop does in a day: sell, count stock and know its customers."
      />
      {PARTS.map((part, at) => (
        <PointBand key={part.title} {...part} ground={at % 2 === 0 ? "surface" : "page"} />
      ))}
      <OpenYourTill />
    </>
  );
}
