import { hasCounted } from "#query-api/counted-lines.query.ts";

/** The filters of the event browser. */
export type EventFilter = Readonly<{
  type?: "sold" | "voided" | "other";
  person?: true;
  amount?: true;
  product?: true;
  customer?: true;
  sale?: true;
}>;

/**
 * One source of matching events: rows that an index returns in the order of the log, and further
 * conditions. `from` is SQL up to its conditions.
 */
export type FilterBranch = Readonly<{ from: string; seq: string; fits?: string }>;

const argument = (name: string, type: string): string => `(select ($2 ->> '${name}')::${type})`;
const TYPE = argument("type", "text");
const PERSON = argument("person", "uuid");
const PRODUCT = argument("product", "uuid");
const CUSTOMER = argument("customer", "uuid");
const SALE = argument("sale", "uuid");

const MIN = argument("min", "bigint");
const MAX = argument("max", "bigint");
const IS_OF_AMOUNT = `abs(t.total_minor) between ${MIN} and ${MAX}`;

export function filterBranches(filter: EventFilter): readonly FilterBranch[] {
  const { product, customer, sale, amount, person, type } = filter;
  if (sale) return ofSale(filter);
  if (customer) return ofCustomer(filter);
  if (product) return ofProduct(filter);
  if (type === "other") return amount ? [] : logged(filter);
  if (type || amount) return taken(filter);
  return person ? [takenBy("sold", {}), ...logged(filter)] : logged(filter);
}

const branchOf = (from: string, seq: string, fits: readonly string[]): FilterBranch => ({
  from,
  seq,
  ...(fits.length > 0 && { fits: fits.join(" and ") }),
});

const SIGN = { sold: "t.orders > 0", voided: "t.orders < 0" } as const;
const MOVED = { sold: "m.kind = 'sale'", voided: "m.kind = 'void'" } as const;

const bySign = ({ type }: EventFilter): readonly string[] =>
  type === "sold" || type === "voided" ? [SIGN[type]] : [];
const byPerson = (alias: string, { person }: EventFilter): readonly string[] =>
  person ? [`${alias}.actor_id = ${PERSON}`] : [];
const byAmount = ({ amount }: EventFilter): readonly string[] => (amount ? [IS_OF_AMOUNT] : []);

/** Checked row by row, because a list of all matches could be as long as the log. */
const byProduct = ({ product }: EventFilter): readonly string[] =>
  product
    ? [
        `((select m.seq from rm.rm_stock_movements m
            where m.tenant_id = $1 and m.product_id = ${PRODUCT} and m.seq = t.seq) is not null
          or ${hasCounted("t", PRODUCT)})`,
      ]
    : [];

const byCustomer = ({ customer }: EventFilter): readonly string[] =>
  customer
    ? [
        `(select s.customer_id from rm.rm_sales s
           where s.tenant_id = $1 and s.sale_id = t.sale_id) = ${CUSTOMER}`,
      ]
    : [];

const fitsOfTaking = (filter: EventFilter): readonly string[] => [
  ...bySign(filter),
  ...byPerson("t", filter),
  ...byAmount(filter),
  ...byProduct(filter),
  ...byCustomer(filter),
];

/**
 * Sales and voids of an amount, at most `most` of each, in no order, with the remaining conditions.
 * A void's total is negative; `abs` is not leakproof, so under row-level security it would prevent
 * the use of the index.
 */
export function ofAmount(
  filter: EventFilter,
  most: number,
): Readonly<{ rows: string; fits: string }> {
  const between = [`between ${MIN} and ${MAX}`, `between -${MAX} and -${MIN}`];
  const rows = between.map(
    (range) => `(select t.* from rm.rm_takings t where t.tenant_id = $1 and t.total_minor ${range}
      order by t.total_minor limit ${most})`,
  );
  const fits = fitsOfTaking(filter).join(" and ");
  return { rows: rows.join(" union all "), fits };
}

/** Sales and voids by a person, or voids by anyone. */
const takenBy = (type: "sold" | "voided", filter: EventFilter, isAnybody = false): FilterBranch =>
  branchOf(
    `from rm.rm_takings t where t.tenant_id = $1 and ${SIGN[type]}${isAnybody ? "" : ` and t.actor_id = ${PERSON}`}`,
    "t.seq",
    byAmount(filter),
  );

function taken(filter: EventFilter): readonly FilterBranch[] {
  const { type, person } = filter;
  if (person) {
    return (["sold", "voided"] as const)
      .filter((one) => type === undefined || one === type)
      .map((one) => takenBy(one, filter));
  }
  if (type === "voided") return [takenBy(type, filter, true)];
  const fits = [...bySign(filter), ...byAmount(filter)];
  return [branchOf("from rm.rm_takings t where t.tenant_id = $1", "t.seq", fits)];
}

/** Events other than sales, or all events if there is no filter. */
function logged(filter: EventFilter): readonly FilterBranch[] {
  const { type, person } = filter;
  const log = "from es.events e where e.tenant_id = $1";
  if (type) {
    const ofType = `${log} and e.type <> 'SaleRecorded' and e.type = ${TYPE}`;
    return [branchOf(ofType, "e.seq", byPerson("e", filter))];
  }
  if (!person) return [branchOf(log, "e.seq", [])];
  return [branchOf(`${log} and e.type <> 'SaleRecorded' and e.actor_id = ${PERSON}`, "e.seq", [])];
}

function ofSale(filter: EventFilter): readonly FilterBranch[] {
  if (filter.type === "other") return copiesOf(filter);
  const ofIt = `from rm.rm_takings t where t.tenant_id = $1 and t.sale_id = ${SALE}`;
  return [branchOf(ofIt, "t.seq", fitsOfTaking(filter)), ...copiesOf(filter)];
}

/** The copies of a sale's receipt. They have no amount. */
function copiesOf(filter: EventFilter): readonly FilterBranch[] {
  const { type, amount, product, customer } = filter;
  if (amount || product || customer || (type !== undefined && type !== "other")) return [];
  const ofIt = `from rm.rm_receipt_copies c where c.tenant_id = $1 and c.sale_id = ${SALE}`;
  const ofType = type ? [`${TYPE} = 'ReceiptCopied'`] : [];
  return [branchOf(ofIt, "c.seq", [...ofType, ...byPerson("c", filter)])];
}

/**
 * A void does not carry its customer. A customer has few voided sales, so they are found first and
 * then sorted.
 */
function ofCustomer(filter: EventFilter): readonly FilterBranch[] {
  const { type, customer: _, ...others } = filter;
  const fits = fitsOfTaking(others);
  const sold = `from rm.rm_takings t where t.tenant_id = $1 and t.customer_id = ${CUSTOMER}`;
  const voided = `from (select t.* from rm.rm_sales s
           join rm.rm_takings t on t.tenant_id = $1 and t.sale_id = s.sale_id and t.orders < 0
          where s.tenant_id = $1 and s.customer_id = ${CUSTOMER} and s.voided_ms is not null offset 0) t
         where true`;
  return [
    ...(type === undefined || type === "sold" ? [branchOf(sold, "t.seq", fits)] : []),
    ...(type === undefined || type === "voided" ? [branchOf(voided, "t.seq", fits)] : []),
    ...(filter.product ? [] : changesOf(filter, "customers", CUSTOMER)),
  ];
}

function ofProduct(filter: EventFilter): readonly FilterBranch[] {
  const { type, amount } = filter;
  const size = amount
    ? [`(select ${IS_OF_AMOUNT} from rm.rm_takings t where t.tenant_id = $1 and t.seq = m.seq)`]
    : [];
  const ofIt = `from rm.rm_stock_movements m where m.tenant_id = $1 and m.product_id = ${PRODUCT}`;
  const [from, kind] =
    type === "voided"
      ? [`${ofIt} and ${MOVED.voided}`, []]
      : [ofIt, type === "sold" ? [MOVED.sold] : []];
  const moved = branchOf(from, "m.seq", [...kind, ...byPerson("m", filter), ...size]);
  const counted = branchOf(
    `from rm.rm_takings t where t.tenant_id = $1 and ${hasCounted("t", PRODUCT)}`,
    "t.seq",
    [...bySign(filter), ...byPerson("t", filter), ...byAmount(filter)],
  );
  return [...(type === "other" ? [] : [moved, counted]), ...changesOf(filter, "products", PRODUCT)];
}

/** Changes of the entity itself. They have no amount. */
function changesOf(
  filter: EventFilter,
  projection: string,
  thing: string,
): readonly FilterBranch[] {
  const { type, amount } = filter;
  if (amount || type === "sold" || type === "voided") return [];
  const ofIt = `from rm.rm_changes c
          where c.tenant_id = $1 and c.projection = '${projection}' and c.thing_id = ${thing}`;
  const ofType = type ? [`c.type = ${TYPE}`] : [];
  return [branchOf(ofIt, "c.seq", [...ofType, ...byPerson("c", filter)])];
}
