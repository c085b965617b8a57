import { mailRows } from "./mail-rows.ts";
import { defineProjection } from "./projection.ts";

const { table, handlers } = mailRows("rm_platform_mails");

/** Every mail that was asked for, in whichever shop's name. */
export const platformMails = defineProjection("platform_mails", table, handlers);
