import { mailRows } from "./mail-rows.ts";
import { isAboutItself, defineProjection } from "./projection.ts";

const { table, handlers, erase } = mailRows("rm_mails");

/** The mails of a shop. */
export const mails = defineProjection("mails", table, {
  ...handlers,
  AccountDeleted: (event) => (isAboutItself(event) ? [erase()] : []),
});
