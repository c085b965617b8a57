type Typing = HTMLInputElement | HTMLTextAreaElement;

const NOT_TYPED_INTO = new Set(["radio", "checkbox", "button", "submit", "range", "file"]);

export const isTypedInto = (element: EventTarget | null): element is Typing =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_TYPED_INTO.has(element.type));

/** A field as it was before a scan wrote into it. */
export type FieldBefore = Readonly<{ field: Typing; value: string }>;

export function fieldNow(): FieldBefore | undefined {
  const { activeElement: field } = document;
  return isTypedInto(field) ? { field, value: field.value } : undefined;
}

/** Takes the scanner's characters out again, so that React hears of it. */
export function restoreField({ field, value }: FieldBefore): void {
  if (field.value === value) return;
  const prototype: unknown = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
