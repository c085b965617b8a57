import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

import {
  type CameraProblem,
  hasTorch,
  openCamera,
  setTorch,
  showIn,
  stopCamera,
} from "./camera.ts";
import { codeReader } from "./code-reader.ts";
import { watchCodes } from "./watch-codes.ts";

/** `unread`: the camera is on, and what reads the codes could not be loaded. */
export type ScanProblem = CameraProblem | "unread";

const onVisibility = (tell: () => void) => {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
};
const isVisible = (): boolean => document.visibilityState === "visible";

/** The camera is on only while it is shown on a visible page. */
export function useCamera(onCode: (code: string) => void) {
  const visible = useSyncExternalStore(onVisibility, isVisible);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<ScanProblem>();
  const tell = useEffectEvent(onCode);

  useEffect(() => {
    if (!visible) return undefined;
    let isOver = false;
    let opened: MediaStream | undefined;
    const start = async () => {
      const result = await openCamera();
      if (typeof result === "string") {
        if (!isOver) setProblem(result);
        return;
      }
      if (isOver) return stopCamera(result);
      opened = result;
      setStream(result);
    };
    void start();
    return () => {
      isOver = true;
      if (opened !== undefined) stopCamera(opened);
      setStream(undefined);
      setProblem(undefined);
    };
  }, [visible]);

  useEffect(() => {
    if (video === null || stream === undefined) return undefined;
    showIn(video, stream);
    const onFault = () => setProblem("unread");
    const stop = watchCodes(video, codeReader(), { onCode: tell, onFault });
    return () => {
      stop();
      showIn(video, null);
    };
  }, [video, stream]);

  return { setVideo, stream, problem };
}

/** The light of the camera. Undefined: there is none. */
export function useTorch(stream: MediaStream | undefined) {
  const [litOf, setLitOf] = useState<MediaStream>();
  if (stream === undefined || !hasTorch(stream)) return undefined;
  // A stream that was opened again begins without it.
  const isOn = litOf === stream;
  const toggle = async () => {
    if (await setTorch(stream, !isOn)) setLitOf(isOn ? undefined : stream);
  };
  return { isOn, toggle: () => void toggle() };
}
