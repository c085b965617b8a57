/** `refused`: by the person or the device; `absent`: there is none; `busy`: it does not start. */
export type CameraProblem = "refused" | "absent" | "busy";

/** The camera at the back of a phone. As many pixels as thin bars need at an arm's length. */
const CAMERA_OPTIONS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "absent",
  OverconstrainedError: "absent",
};

export async function openCamera(): Promise<MediaStream | CameraProblem> {
  // The types promise it, but a page without HTTPS has none.
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  if (devices?.getUserMedia === undefined) return "absent";
  try {
    return await navigator.mediaDevices.getUserMedia(CAMERA_OPTIONS);
  } catch (error) {
    return (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? "busy";
  }
}

export function showIn(video: HTMLVideoElement, stream: MediaStream | null): void {
  video.srcObject = stream;
  if (stream !== null) void video.play().catch(() => undefined);
}

export const stopCamera = (stream: MediaStream): void =>
  stream.getTracks().forEach((track) => track.stop());

/** The light beside the camera, which the DOM types lack. */
type TorchConstraint = MediaTrackConstraintSet & { torch: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Firefox has no capabilities.
  const able: object = track?.getCapabilities?.() ?? {};
  return "torch" in able && able.torch === true;
}

/** False if the device did not do it. */
export async function setTorch(stream: MediaStream, torch: boolean): Promise<boolean> {
  const [track] = stream.getVideoTracks();
  const wanted: TorchConstraint = { torch };
  try {
    await track?.applyConstraints({ advanced: [wanted] });
    return true;
  } catch {
    return false;
  }
}
