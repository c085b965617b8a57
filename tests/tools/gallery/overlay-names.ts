/** What opens over the gallery, by its address: `?open=form`. */
export const OVERLAYS = ["form", "full", "confirm", "refused", "slide", "panel"] as const;
