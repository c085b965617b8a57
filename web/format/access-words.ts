/** Texts of the access log, for a shop's own log and for the platform's. */
const ACTIONS: Readonly<Record<string, string>> = {
  "sign-in": "Sign-in",
  "password-reset": "Password reset",
  "refused-right": "Access denied",
  export: "Export",
  "support-read": "Viewed by Tillbook support",
  "platform-read": "Viewed by a platform admin",
  "mail-resent": "Email sent again",
  "super-admin-created": "Super admin created",
};

export const accessText = (action: string): string => ACTIONS[action] ?? action;

const TROUBLES: Readonly<Record<string, string>> = {
  refused: "not allowed",
  "wrong-credentials": "wrong email or password",
  "totp-required": "without a code",
  "totp-wrong": "wrong code",
  "too-many-requests": "too many tries",
  "tenant-suspended": "suspended",
};

/** Results that need no remark: success, or the HTTP status of a successful read. */
const WELL = /^(?:ok|begun|2\d\d|304)$/;

/** The reason of a failure, or undefined for a success. */
export const troubleText = (result: string): string | undefined =>
  WELL.test(result) ? undefined : (TROUBLES[result] ?? result.replaceAll("-", " "));
