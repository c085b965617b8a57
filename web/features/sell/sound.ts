type Sound = "added" | "unknown";

const TONES: Record<Sound, { hertz: number; seconds: number }> = {
  added: { hertz: 1_760, seconds: 0.06 },
  unknown: { hertz: 330, seconds: 0.25 },
};
const VOLUME = 0.08;
const VIBRATION_MS = 30;

let context: AudioContext | undefined;

/** Who scans looks at the goods: the ear says whether it went in. Silent where the device has no sound. */
export function play(sound: Sound): void {
  navigator.vibrate?.(VIBRATION_MS);
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  const { hertz, seconds } = TONES[sound];
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: VOLUME });
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds);
}
