import { texts } from "#kernel/contract/texts.ts";

import { compose, type EmailMessage } from "./letter.ts";

export const passwordReset = (link: string): EmailMessage =>
  compose({
    subject: `Reset your ${texts.product} password`,
    paragraphs: [
      "We received a request to reset the password of your account.",
      "The link works once and expires soon. If you did not ask for this, ignore this email: your password has not changed.",
    ],
    action: { label: "Set a new password", url: link },
  });

export const passwordChanged = (resetPage: string): EmailMessage =>
  compose({
    subject: `Your ${texts.product} password was changed`,
    paragraphs: [
      "Your password was changed, and you were signed out on all other devices.",
      "If this was not you, reset your password now and contact us.",
    ],
    action: { label: "Reset password", url: resetPage },
  });

export const invitation = (business: string, link: string): EmailMessage =>
  compose({
    subject: `You are invited to ${business} on ${texts.product}`,
    paragraphs: [
      `${business} has invited you to join its team on ${texts.product}.`,
      "Set a password to accept. The link works for 7 days.",
    ],
    action: { label: "Accept invitation", url: link },
  });

export const trialEnded = (business: string, settingsPage: string): EmailMessage =>
  compose({
    subject: `Your free trial for ${business} has ended`,
    paragraphs: [
      "Your free trial is over. Your data is safe, and you can keep selling.",
      "From now on, your plan limits how many products and users you can add.",
    ],
    action: { label: "View your plan", url: settingsPage },
  });

export const deletionRequested = (
  business: string,
  until: string,
  settingsPage: string,
): EmailMessage =>
  compose({
    subject: `${business} will be deleted on ${until}`,
    paragraphs: [
      `You asked us to delete ${business}. On ${until} the account will be closed and its personal data erased.`,
      "Until then, you can cancel the deletion and export everything.",
    ],
    action: { label: "Cancel deletion", url: settingsPage },
  });
