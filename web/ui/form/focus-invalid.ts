/** After a form was refused: the first field that is wrong, as soon as it is drawn as such. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
    // A field that is folded away takes no focus.
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  });
}
