/** What the till uses: the camera scans, a tone confirms, codes are copied, the screen stays on. */
const OURS = ["autoplay", "camera", "clipboard-write", "screen-wake-lock"];

/** Everything else that browsers ask this header about. */
const UNUSED = [
  "accelerometer",
  "browsing-topics",
  "captured-surface-control",
  "clipboard-read",
  "compute-pressure",
  "cross-origin-isolated",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "interest-cohort",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "serial",
  "speaker-selection",
  "storage-access",
  "summarizer",
  "sync-xhr",
  "translator",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** Of every HTML answer: pages of our own origin may use what the till needs, and nothing else. */
export const PERMISSIONS_POLICY = [
  ...OURS.map((feature) => `${feature}=(self)`),
  ...UNUSED.map((feature) => `${feature}=()`),
].join(", ");
