import { texts } from "#kernel/contract/texts.ts";

import { compose, type EmailMessage } from "./letter.ts";

export const passwordReset = (link: string): EmailMessage =>
  compose({
    subject: `Reset your ${texts.product} password`,
    paragraphs: [
      "Somebody, hopefully you, asked to reset the password of this account.",
      "The link works once and for a short time. If it was not you, do nothing: your password stays as it is.",
    ],
    action: { label: "Set a new password", url: link },
  });

export const passwordChanged = (resetPage: string): EmailMessage =>
  compose({
    subject: `Your ${texts.product} password was changed`,
    paragraphs: [
      "The password of this account was changed, and every other session was ended.",
      "If it was not you, reset it at once and tell us.",
    ],
    action: { label: "Reset the password", url: resetPage },
  });

export const invitation = (business: string, link: string): EmailMessage =>
  compose({
    subject: `You are invited to ${business} on ${texts.product}`,
    paragraphs: [
      `${business} invites you to work in its shop on ${texts.product}.`,
      "Set a password to accept. The link works for 7 days.",
    ],
    action: { label: "Accept the invitation", url: link },
  });

export const trialEnded = (business: string, settingsPage: string): EmailMessage =>
  compose({
    subject: `The free trial of ${business} has ended`,
    paragraphs: [
      "The 14 days of your free trial are over. Your data stays, and selling goes on.",
      "Your plan now limits how many products and users you can add.",
    ],
    action: { label: "See your plan", url: settingsPage },
  });

export const deletionRequested = (
  business: string,
  until: string,
  settingsPage: string,
): EmailMessage =>
  compose({
    subject: `${business} will be deleted on ${until}`,
    paragraphs: [
      `The deletion of ${business} was requested. On ${until} the account ends and its personal data is erased.`,
      "Until then it can be taken back, and everything can be exported.",
    ],
    action: { label: "Keep the account", url: settingsPage },
  });
