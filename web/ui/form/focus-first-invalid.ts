/** Moves the focus to the first invalid field, after errors are rendered. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
    // A field in a closed section cannot be focused, so the section is opened.
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  });
}
