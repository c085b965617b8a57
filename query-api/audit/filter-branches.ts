/** What a list of events is narrowed by. */
export type Narrowed = Readonly<{
  type?: "sold" | "voided" | "other";
  person?: true;
  amount?: true;
  product?: true;
  customer?: true;
  sale?: true;
}>;

/**
 * A part of the events that are looked for: what an index knows and keeps in the order of the log, and what else must
 * be so of them. SQL, `from` up to its conditions.
 */
export type Leg = Readonly<{ from: string; seq: string; fits?: string }>;

const argument = (name: string, type: string): string => `(select ($2 ->> '${name}')::${type})`;
const TYPE = argument("type", "text");
const PERSON = argument("person", "uuid");
const PRODUCT = argument("product", "uuid");
const CUSTOMER = argument("customer", "uuid");
const SALE = argument("sale", "uuid");

const MIN = argument("min", "bigint");
const MAX = argument("max", "bigint");
const IS_OF_AMOUNT = `abs(t.total_minor) between ${MIN} and ${MAX}`;

export function legsOf(narrowed: Narrowed): readonly Leg[] {
  const { product, customer, sale, amount, person, type } = narrowed;
  if (sale) return ofSale(narrowed);
  if (customer) return ofCustomer(narrowed);
  if (product) return ofProduct(narrowed);
  if (type === "other") return amount ? [] : logged(narrowed);
  if (type || amount) return taken(narrowed);
  return person ? [takenBy("sold", {}), ...logged(narrowed)] : logged(narrowed);
}

const legOf = (from: string, seq: string, fits: readonly string[]): Leg => ({
  from,
  seq,
  ...(fits.length > 0 && { fits: fits.join(" and ") }),
});

const SIGN = { sold: "t.orders > 0", voided: "t.orders < 0" } as const;
const MOVED = { sold: "m.kind = 'sale'", voided: "m.kind = 'void'" } as const;

const bySign = ({ type }: Narrowed): readonly string[] =>
  type === "sold" || type === "voided" ? [SIGN[type]] : [];
const byPerson = (alias: string, { person }: Narrowed): readonly string[] =>
  person ? [`${alias}.actor_id = ${PERSON}`] : [];
const byAmount = ({ amount }: Narrowed): readonly string[] => (amount ? [IS_OF_AMOUNT] : []);

/** Asked of each row: as a list of all that are such, it would be as long as the log. */
const byProduct = ({ product }: Narrowed): readonly string[] =>
  product
    ? [
        `(select m.seq from rm.rm_stock_movements m
           where m.tenant_id = $1 and m.product_id = ${PRODUCT} and m.seq = t.seq) is not null`,
      ]
    : [];

const byCustomer = ({ customer }: Narrowed): readonly string[] =>
  customer
    ? [
        `(select s.customer_id from rm.rm_sales s
           where s.tenant_id = $1 and s.sale_id = t.sale_id) = ${CUSTOMER}`,
      ]
    : [];

const fitsOfTaking = (narrowed: Narrowed): readonly string[] => [
  ...bySign(narrowed),
  ...byPerson("t", narrowed),
  ...byAmount(narrowed),
  ...byProduct(narrowed),
  ...byCustomer(narrowed),
];

/**
 * Sales and voids of an amount, no more than `most` of each, in no order; and what else must be so of them. A void's
 * total is negative: by a function of it the walls between shops would let no index be asked.
 */
export function ofAmount(
  narrowed: Narrowed,
  most: number,
): Readonly<{ rows: string; fits: string }> {
  const between = [`between ${MIN} and ${MAX}`, `between -${MAX} and -${MIN}`];
  const rows = between.map(
    (range) => `(select t.* from rm.rm_takings t where t.tenant_id = $1 and t.total_minor ${range}
      order by t.total_minor limit ${most})`,
  );
  const fits = fitsOfTaking(narrowed).join(" and ");
  return { rows: rows.join(" union all "), fits };
}

/** What somebody sold or took back; or what anybody took back. */
const takenBy = (type: "sold" | "voided", narrowed: Narrowed, isAnybody = false): Leg =>
  legOf(
    `from rm.rm_takings t where t.tenant_id = $1 and ${SIGN[type]}${isAnybody ? "" : ` and t.actor_id = ${PERSON}`}`,
    "t.seq",
    byAmount(narrowed),
  );

function taken(narrowed: Narrowed): readonly Leg[] {
  const { type, person } = narrowed;
  if (person) {
    return (["sold", "voided"] as const)
      .filter((one) => type === undefined || one === type)
      .map((one) => takenBy(one, narrowed));
  }
  if (type === "voided") return [takenBy(type, narrowed, true)];
  const fits = [...bySign(narrowed), ...byAmount(narrowed)];
  return [legOf("from rm.rm_takings t where t.tenant_id = $1", "t.seq", fits)];
}

/** What is no sale; and everything, where nothing is narrowed. */
function logged(narrowed: Narrowed): readonly Leg[] {
  const { type, person } = narrowed;
  const log = "from es.events e where e.tenant_id = $1";
  if (type) {
    const ofType = `${log} and e.type <> 'SaleRecorded' and e.type = ${TYPE}`;
    return [legOf(ofType, "e.seq", byPerson("e", narrowed))];
  }
  if (!person) return [legOf(log, "e.seq", [])];
  return [legOf(`${log} and e.type <> 'SaleRecorded' and e.actor_id = ${PERSON}`, "e.seq", [])];
}

function ofSale(narrowed: Narrowed): readonly Leg[] {
  if (narrowed.type === "other") return [];
  const ofIt = `from rm.rm_takings t where t.tenant_id = $1 and t.sale_id = ${SALE}`;
  return [legOf(ofIt, "t.seq", fitsOfTaking(narrowed))];
}

/** A void says no customer: those of a customer's sales are few, and put in order once they are found. */
function ofCustomer(narrowed: Narrowed): readonly Leg[] {
  const { type, customer: _, ...others } = narrowed;
  const fits = fitsOfTaking(others);
  const sold = `from rm.rm_takings t where t.tenant_id = $1 and t.customer_id = ${CUSTOMER}`;
  const voided = `from (select t.* from rm.rm_sales s
           join rm.rm_takings t on t.tenant_id = $1 and t.sale_id = s.sale_id and t.orders < 0
          where s.tenant_id = $1 and s.customer_id = ${CUSTOMER} and s.voided_ms is not null offset 0) t
         where true`;
  return [
    ...(type === undefined || type === "sold" ? [legOf(sold, "t.seq", fits)] : []),
    ...(type === undefined || type === "voided" ? [legOf(voided, "t.seq", fits)] : []),
    ...(narrowed.product ? [] : changesOf(narrowed, "customers", CUSTOMER)),
  ];
}

function ofProduct(narrowed: Narrowed): readonly Leg[] {
  const { type, amount } = narrowed;
  const size = amount
    ? [`(select ${IS_OF_AMOUNT} from rm.rm_takings t where t.tenant_id = $1 and t.seq = m.seq)`]
    : [];
  const ofIt = `from rm.rm_stock_movements m where m.tenant_id = $1 and m.product_id = ${PRODUCT}`;
  const [from, kind] =
    type === "voided"
      ? [`${ofIt} and ${MOVED.voided}`, []]
      : [ofIt, type === "sold" ? [MOVED.sold] : []];
  const moved = legOf(from, "m.seq", [...kind, ...byPerson("m", narrowed), ...size]);
  return [...(type === "other" ? [] : [moved]), ...changesOf(narrowed, "products", PRODUCT)];
}

/** What became of a thing itself; nothing of it has an amount. */
function changesOf(narrowed: Narrowed, projection: string, thing: string): readonly Leg[] {
  const { type, amount } = narrowed;
  if (amount || type === "sold" || type === "voided") return [];
  const ofIt = `from rm.rm_changes c
          where c.tenant_id = $1 and c.projection = '${projection}' and c.thing_id = ${thing}`;
  const ofType = type ? [`c.type = ${TYPE}`] : [];
  return [legOf(ofIt, "c.seq", [...ofType, ...byPerson("c", narrowed)])];
}
