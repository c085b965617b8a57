import { onTestFinished, vi } from "vitest";

/** What is handed to the device as files, without a device. */
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
