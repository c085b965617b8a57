/**
 * SQL: a sale that is not voided. Not as `is null`: of the past, where it is no column, the planner would take that for
 * one sale in 200, and sort all of them for the newest few.
 */
export const isStanding = (sale: string): string => `not coalesce(${sale}.voided_ms > 0, false)`;
