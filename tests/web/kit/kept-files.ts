import { onTestFinished, vi } from "vitest";

/** Records downloaded files. */
export function keptFiles() {
  const blobs: Blob[] = [];
  const names: string[] = [];
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) blobs.push(file);
    return "blob:kept";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function kept(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return { names, texts: () => Promise.all(blobs.map((blob) => blob.text())) };
}
