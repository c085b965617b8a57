/** Digits that a network or an app dials: with the country, without a sign. */
type Dialled = string;

const GHANA = "233";
/** 0 and nine digits. */
const LOCAL_NUMBER = /^0\d{9}$/;
/** A country's code and the rest; E.164 allows 15 digits. */
const INTERNATIONAL = /^[1-9]\d{8,14}$/;
const GHANA_ZONE = "Africa/Accra";

/**
 * A number as people write it: "024 811 4470", "+233 24 811 4470", "00233…". Undefined if the
 * country is not known: a number without one belongs to the shop's country.
 */
export function dialled(phone: string, timeZone: string | undefined): Dialled | undefined {
  const written = phone.replaceAll(/[\s().-]/g, "");
  const digits = written.replace(/^(?:\+|00)/, "");
  if (digits === written) {
    if (timeZone !== GHANA_ZONE) return undefined;
    if (LOCAL_NUMBER.test(written)) return `${GHANA}${written.slice(1)}`;
    return written.startsWith(GHANA) && INTERNATIONAL.test(written) ? written : undefined;
  }
  return INTERNATIONAL.test(digits) ? digits : undefined;
}

/** Opens WhatsApp with the text: to the number, or to a person who is chosen there. */
export const whatsAppLink = (text: string, to: Dialled = ""): string =>
  `https://wa.me/${to}?text=${encodeURIComponent(text)}`;

/** Opens the phone's messages. `?&` is understood by Android and iOS alike. */
export const smsLink = (text: string, to?: Dialled): string =>
  `sms:${to === undefined ? "" : `+${to}`}?&body=${encodeURIComponent(text)}`;
