import { focusPage, isFocusLost } from "#web/ui/overlay/dialog-focus.ts";

let isUnderWay = false;

/** Another page was gone to; not the first one, on which the browser itself decides. */
export function depart(): void {
  isUnderWay = true;
  focusPage();
}

/** Its code was still on its way: what had the focus went with the page before. */
export function arrive(): void {
  if (isUnderWay && isFocusLost()) focusPage();
}
