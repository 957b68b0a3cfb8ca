import { useCallback, useEffect, useRef, useState } from 'react';
import type { CameraFailure, CameraOptions } from '../../../../../contract/platform.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { useHydrated } from '../../../../useHydrated.ts';
import { judgeLive } from './preparePhoto.ts';
import type { PhotoQuality } from './photoQuality.ts';

/** How often the picture is judged, in ms. Hints that change faster can't be read. */
const JUDGE_MS = 500;
/** The frame that the page draws over the picture, as shares of its width and height */
const GUIDE = { x: 0.12, y: 0.08, width: 0.76, height: 0.72 } as const;

export interface LiveCamera {
  preview: React.RefObject<HTMLVideoElement | null>;
  state: 'starting' | 'open' | CameraFailure;
  /** What the camera shows; null before the first judgement */
  quality: PhotoQuality | null;
  retry: () => void;
}

/** Runs the camera while the component shows a video with the `preview`. Returns null where pages can't use one. */
export function useLiveCamera(facing: CameraOptions['facing'], isOn: boolean): LiveCamera | null {
  const { platform } = useStores();
  // A server knows no camera.
  const camera = useHydrated() ? platform.camera : undefined;
  const preview = useRef<HTMLVideoElement>(null);
  /** The outcome of an attempt; null while it starts */
  const [outcome, setOutcome] = useState<{ attempt: number; state: 'open' | CameraFailure } | null>(null);
  const [quality, setQuality] = useState<PhotoQuality | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const video = preview.current;
    if (!camera || !isOn || !video) return undefined;
    const running = new AbortController();
    const { signal } = running;
    const show = (state: 'open' | CameraFailure) => {
      if (!signal.aborted) setOutcome({ attempt, state });
    };
    void camera.open({ preview: video, facing, signal, onEnd: () => show('failed') }).then(show);
    return () => {
      running.abort();
      setOutcome(null);
    };
  }, [camera, isOn, facing, attempt]);

  const state = outcome?.attempt === attempt ? outcome.state : 'starting';
  useEffect(() => {
    if (state !== 'open' || !isOn) return undefined;
    const timer = setInterval(() => {
      const video = preview.current;
      if (video && video.videoWidth > 0) setQuality(judgeLive(video, guideOf(video)));
    }, JUDGE_MS);
    return () => {
      clearInterval(timer);
      setQuality(null);
    };
  }, [state, isOn]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return camera ? { preview, state, quality, retry } : null;
}

/** Returns the part of the picture within the guide. The page shows the middle of a picture of another shape. */
function guideOf({ videoWidth, videoHeight, clientWidth, clientHeight }: HTMLVideoElement) {
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight) || 1;
  const width = Math.min(videoWidth, clientWidth / scale || videoWidth);
  const height = Math.min(videoHeight, clientHeight / scale || videoHeight);
  return {
    x: (videoWidth - width) / 2 + GUIDE.x * width,
    y: (videoHeight - height) / 2 + GUIDE.y * height,
    width: GUIDE.width * width,
    height: GUIDE.height * height,
  };
}
