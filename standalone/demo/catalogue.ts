import type { PaymentMethod } from "#kernel/contract/api/sale.ts";

/** `left`: the stock today; `weight`: how often it is sold. */
export type DemoProduct = Readonly<{
  name: string;
  category: string;
  description?: string;
  priceMinor: number;
  left: number;
  weight: number;
}>;

export type DemoCustomer = Readonly<{
  firstName: string;
  lastName: string;
  phone?: string;
  email?: string;
  address?: string;
}>;

export type DemoShop = Readonly<{
  key: string;
  businessName: string;
  owner: Readonly<{ firstName: string; lastName: string; email: string }>;
  products: readonly DemoProduct[];
  customers: readonly DemoCustomer[];
  salesADay: number;
  methods: readonly PaymentMethod[];
}>;

type Listed = readonly [
  name: string,
  priceMinor: number,
  left: number,
  weight: number,
  description?: string,
];

/** A shop's categories with their products. */
const shelves = (listed: Readonly<Record<string, readonly Listed[]>>): DemoProduct[] =>
  Object.entries(listed).flatMap(([category, products]) =>
    products.map(([name, priceMinor, left, weight, description]) => ({
      name,
      category,
      priceMinor,
      left,
      weight,
      ...(description ? { description } : {}),
    })),
  );

const PROVISIONS: DemoShop = {
  key: "provisions",
  businessName: "Adom Provisions, Osu",
  owner: { firstName: "Akosua", lastName: "Mensah", email: "akosua@adom.example" },
  salesADay: 12,
  methods: ["cash", "cash", "cash", "mobile_money", "mobile_money", "card"],
  products: shelves({
    Drinks: [
      ["Sachet water (bag of 30)", 1200, 64, 9, "Pure water, 500 ml sachets"],
      ["Milo 400g", 6200, 38, 5, "Refill pack"],
      ["Peak Milk 400g", 6800, 6, 5, "Powdered milk, tin"],
      ["Lipton Yellow Label 50s", 3800, 3, 2],
      ["Kalyppo Orange 250ml", 400, 150, 6],
      ["Beta Malt 330ml", 1000, 58, 5],
    ],
    Groceries: [
      ["Indomie Onion 70g", 450, 210, 9],
      ["Gino Tomato Paste 210g", 1200, 85, 7],
      ["Titus Sardines 125g", 1600, 0, 6],
      ["Frytol Oil 1L", 4800, 27, 4],
      ["Perfumed Rice 5kg", 14500, 18, 3],
      ["Gari 1kg", 1500, 44, 4],
      ["St Louis Sugar 500g", 1100, 92, 4],
      ["Blue Band 250g", 1950, 0, 3],
      ["Tom Brown 500g", 2200, 22, 2, "Roasted maize porridge"],
      ["Eggs (crate of 30)", 6500, 14, 3],
      ["Bread, butter", 1800, 11, 7],
    ],
    Household: [
      ["Omo 500g", 2400, 8, 3],
      ["Key Soap bar", 900, 130, 4],
      ["T-Roll 4 pack", 1600, 47, 3],
      ["Matches (pack of 10)", 500, 63, 2],
    ],
    "Phone credit": [["Phone credit GH₵10", 1000, 400, 8]],
    Toiletries: [
      ["Geisha Soap 100g", 750, 76, 3],
      ["Pepsodent 130g", 1450, 31, 2],
    ],
  }),
  customers: [
    {
      firstName: "Kwame",
      lastName: "Boateng",
      phone: "024 555 0134",
      address: "Oxford Street, Osu",
    },
    { firstName: "Efua", lastName: "Sarpong", email: "efua.sarpong@mail.example" },
    { firstName: "Yaw", lastName: "Darko", phone: "020 555 0177" },
    { firstName: "Abena", lastName: "Owusu", phone: "054 555 0109", address: "Ringway Estates" },
    { firstName: "Kofi", lastName: "Asante", email: "kofi.asante@mail.example" },
    { firstName: "Ama", lastName: "Quartey", phone: "027 555 0188" },
    {
      firstName: "Nii",
      lastName: "Lamptey",
      phone: "024 555 0152",
      address: "La, near the palace",
    },
    { firstName: "Esi", lastName: "Ankrah" },
    { firstName: "Mawuli", lastName: "Agbeko", phone: "055 555 0121" },
  ],
};

const CAFE: DemoShop = {
  key: "cafe",
  businessName: "Harmattan Café, Kumasi",
  owner: { firstName: "Kojo", lastName: "Appiah", email: "kojo@harmattan.example" },
  salesADay: 8,
  methods: ["cash", "cash", "mobile_money", "mobile_money", "mobile_money", "card"],
  products: shelves({
    Drinks: [
      ["Filter coffee", 1800, 240, 8],
      ["Cappuccino", 2800, 160, 6],
      ["Sobolo 350ml", 1500, 33, 7, "Hibiscus, ginger and clove"],
      ["Fresh pineapple juice", 2200, 4, 4],
      ["Bottled water 500ml", 600, 110, 6],
    ],
    Food: [
      ["Meat pie", 1200, 9, 7],
      ["Waakye bowl", 3500, 16, 6],
      ["Jollof with chicken", 5500, 12, 6],
      ["Kelewele", 2000, 0, 5],
      ["Banana bread slice", 1600, 24, 4],
    ],
    "To take home": [
      ["Chocolate bar 100g", 2500, 52, 2, "Made from Ghanaian cocoa"],
      ["House beans 250g", 9500, 19, 1, "Roasted on Mondays"],
    ],
  }),
  customers: [
    { firstName: "Adwoa", lastName: "Frimpong", phone: "024 555 0162" },
    { firstName: "Kwabena", lastName: "Osei", email: "kwabena.osei@mail.example" },
    { firstName: "Akua", lastName: "Bonsu", phone: "050 555 0143" },
    { firstName: "Fiifi", lastName: "Mensah" },
  ],
};

export const DEMO_SHOPS: readonly DemoShop[] = [PROVISIONS, CAFE];
