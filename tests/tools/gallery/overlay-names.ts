/** Dialogs of the gallery, opened by the address: `?open=form`. */
export const OVERLAYS = ["form", "full", "confirm", "refused", "slide", "panel"] as const;
