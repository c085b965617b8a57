/** What a list of events is narrowed by; each is looked for by an index that knows it. */
export type Narrowed = Readonly<{
  type?: "sold" | "voided" | "other";
  person?: true;
  amount?: true;
  product?: true;
  customer?: true;
  sale?: true;
}>;

export type Order = "asc" | "desc";

/** A part of the events that are looked for, each in the order of the list: SQL from `from` on. */
type Leg = Readonly<{ from: string; seq: string }>;

const argument = (name: string, type: string): string => `(select ($2 ->> '${name}')::${type})`;
const TYPE = argument("type", "text");
const PERSON = argument("person", "uuid");
const PRODUCT = argument("product", "uuid");
const CUSTOMER = argument("customer", "uuid");
const SALE = argument("sale", "uuid");
const AMOUNTS = `between ${argument("min", "bigint")} and ${argument("max", "bigint")}`;

/** So many sales of some amount are sorted; of more there is one within few steps back. */
const FEW = 2000;
const isFew = "(select count(*) from few) <= " + String(FEW);

const inBounds = (seq: string): string =>
  `${seq} > (select low from bounds) and ${seq} <= (select high from bounds)`;

/**
 * SQL: common table expressions, the last of them `found` with the numbers of the events, no more than `limit`. Sales
 * and their voids are found by the journal of takings, everything else in the log itself.
 */
export function foundEvents(narrowed: Narrowed, order: Order): string {
  const parts = legsOf(narrowed).map(
    ({ from, seq }) => `
    (select ${seq} as seq ${from} and ${inBounds(seq)}
      order by ${seq} ${order} limit ($2 ->> 'limit')::bigint)`,
  );
  const nothing = "select null::bigint as seq where false";
  return `${BOUNDS}${narrowed.amount ? `, ${FEW_OF_AMOUNT}` : ""}, found as (
    select distinct l.seq from (${parts.join(" union all ") || nothing}) l
     order by l.seq ${order} limit ($2 ->> 'limit')::bigint)`;
}

/** Behind `low`, up to `high`: between two days of the shop, and from where the page before ended. */
const BOUNDS = `
  clock as materialized (
    select coalesce((select s.timezone from rm.rm_shops s where s.tenant_id = $1), 'Africa/Accra') as timezone
  ), bounds as materialized (
    select greatest(($2 ->> 'after')::bigint, ${seqAt("'from'", "0", 0)}) as low,
           least(($2 ->> 'before')::bigint - 1, ${seqAt("'to'", "($2 ->> 'before')::bigint", 1)}) as high
      from clock
  )`;

/** The last event that was recorded before a day, or the day behind it, began. Times of the log never go back. */
function seqAt(day: string, otherwise: string, daysLater: number): string {
  const begins = `(($2 ->> ${day})::date + ${daysLater})::timestamp at time zone timezone`;
  return `case when $2 ->> ${day} is null then ${otherwise} else (
      select m.seq from es.moment($1, null, (extract(epoch from ${begins}) * 1000)::bigint - 1) m) end`;
}

const FEW_OF_AMOUNT = `few as materialized (
    select t.seq, t.orders, t.actor_id from rm.rm_takings t
     where t.tenant_id = $1 and abs(t.total_minor) ${AMOUNTS}
     order by abs(t.total_minor) limit ${FEW + 1})`;

function legsOf(narrowed: Narrowed): readonly Leg[] {
  const { product, customer, sale, amount, person, type } = narrowed;
  if (sale || customer) return ofTrade(narrowed);
  if (product) return ofProduct(narrowed);
  if (amount) return ofAmount(narrowed);
  if (type === "sold" || type === "voided") return [taking(narrowed, type)];
  if (person && !type) return [taking(narrowed, "sold"), ...logged(narrowed)];
  return logged(narrowed);
}

/** `type` itself is not said where it follows from the table. */
const SIGN = { sold: "orders > 0", voided: "orders < 0" } as const;
const signOf = (alias: string, type: Narrowed["type"]): string =>
  type === "sold" || type === "voided" ? ` and ${alias}.${SIGN[type]}` : "";

const byPerson = (alias: string, { person }: Narrowed): string =>
  person ? ` and ${alias}.actor_id = ${PERSON}` : "";

const ofSize = ({ amount }: Narrowed): string =>
  amount ? ` and abs(t.total_minor) ${AMOUNTS}` : "";

const taking = (narrowed: Narrowed, type: "sold" | "voided"): Leg => ({
  from: `from rm.rm_takings t where t.tenant_id = $1${signOf("t", type)}${byPerson("t", narrowed)}${ofSize(narrowed)}`,
  seq: "t.seq",
});

/** What is no sale; and everything, where nothing is narrowed. */
function logged(narrowed: Narrowed): readonly Leg[] {
  const isAll = !narrowed.type && !narrowed.person;
  const which = isAll ? "" : " and e.type <> 'SaleRecorded'";
  const type = narrowed.type ? ` and e.type = ${TYPE}` : "";
  return [
    {
      from: `from es.events e where e.tenant_id = $1${which}${type}${byPerson("e", narrowed)}`,
      seq: "e.seq",
    },
  ];
}

/** Of so few that they are sorted, or of so many that one comes soon. */
function ofAmount(narrowed: Narrowed): readonly Leg[] {
  const { type } = narrowed;
  if (type === "other") return [];
  const few = {
    from: `from few t where ${isFew}${signOf("t", type)}${byPerson("t", narrowed)}`,
    seq: "t.seq",
  };
  const many = (["sold", "voided"] as const)
    .filter((one) => type === undefined || one === type)
    .map((one) => taking(narrowed, one))
    .map(({ from, seq }) => ({ from: `${from} and not ${isFew}`, seq }));
  return [few, ...many];
}

/** Of a sale or of a customer, and of a product in them: few, found before they are put in order. */
function ofTrade(narrowed: Narrowed): readonly Leg[] {
  const { sale, customer, product, type } = narrowed;
  const about = [
    ofSize(narrowed),
    signOf("t", type),
    byPerson("t", narrowed),
    sale ? ` and t.sale_id = ${SALE}` : "",
    product
      ? ` and exists (select from rm.rm_stock_movements m
            where m.tenant_id = $1 and m.product_id = ${PRODUCT} and m.seq = t.seq)`
      : "",
  ].join("");
  const sales = customer
    ? `rm.rm_sales s join rm.rm_takings t on t.tenant_id = $1 and t.sale_id = s.sale_id
           where s.tenant_id = $1 and s.customer_id = ${CUSTOMER}${about}`
    : `rm.rm_takings t where t.tenant_id = $1${about}`;
  const traded: Leg = {
    from: `from (select t.seq from ${sales} offset 0) t where true`,
    seq: "t.seq",
  };
  const changed = sale || product ? [] : changesOf(narrowed, "customers", CUSTOMER);
  return type === "other" ? changed : [traded, ...changed];
}

const MOVED = { sold: "m.kind = 'sale'", voided: "m.kind = 'void'" } as const;

function ofProduct(narrowed: Narrowed): readonly Leg[] {
  const { type, amount } = narrowed;
  const kind = type === "sold" || type === "voided" ? MOVED[type] : "m.kind in ('sale', 'void')";
  const size = amount
    ? ` and exists (select from rm.rm_takings t where t.tenant_id = $1 and t.seq = m.seq${ofSize(narrowed)})`
    : "";
  const moved: Leg = {
    from: `from rm.rm_stock_movements m where m.tenant_id = $1 and m.product_id = ${PRODUCT} and ${kind}${byPerson("m", narrowed)}${size}`,
    seq: "m.seq",
  };
  const changed = changesOf(narrowed, "products", PRODUCT);
  return type === "other" ? changed : [moved, ...changed];
}

/** What became of a thing itself; nothing of it has an amount. */
function changesOf(narrowed: Narrowed, projection: string, thing: string): readonly Leg[] {
  const { type, amount } = narrowed;
  if (amount || type === "sold" || type === "voided") return [];
  return [
    {
      from: `from rm.rm_changes c where c.tenant_id = $1 and c.projection = '${projection}'
        and c.thing_id = ${thing}${type ? ` and c.type = ${TYPE}` : ""}${byPerson("c", narrowed)}`,
      seq: "c.seq",
    },
  ];
}

/** A person's story: what they did, and what was done about them. */
export const foundOfPerson = (): string => `${BOUNDS}, found as (
    select distinct l.seq from (
    (select t.seq from rm.rm_takings t
      where t.tenant_id = $1 and t.orders > 0 and t.actor_id = ${PERSON} and ${inBounds("t.seq")}
      order by t.seq limit ($2 ->> 'limit')::bigint) union all
    (select e.seq from es.events e
      where e.tenant_id = $1 and e.type <> 'SaleRecorded' and e.actor_id = ${PERSON} and ${inBounds("e.seq")}
      order by e.seq limit ($2 ->> 'limit')::bigint) union all
    (select e.seq from (select e.seq from es.events e
      where e.tenant_id = $1 and e.stream_id in (${PERSON}, ${argument("member", "uuid")}, ${argument("profile", "uuid")})
      offset 0) e where ${inBounds("e.seq")}
      order by e.seq limit ($2 ->> 'limit')::bigint)) l
     order by l.seq limit ($2 ->> 'limit')::bigint)`;
