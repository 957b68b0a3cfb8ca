import { ownValue } from '../../contract/tables/ownValue.ts';
import type { CameraFailure } from '../../contract/platform.ts';

/** What getUserMedia throws, by the name of the error. */
const FAILURES: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'noCamera',
  OverconstrainedError: 'noCamera',
};

export interface RunningCamera {
  /** A camera that was unplugged ends its track. */
  hasEnded: () => boolean;
  stop: () => void;
}

/** Shows a camera in a video; asks for permission. Throws what `cameraFailure` explains. */
export async function startCamera(preview: HTMLVideoElement, video: MediaTrackConstraints): Promise<RunningCamera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video });
  const stop = () => {
    preview.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    preview.srcObject = stream;
    await preview.play();
  } catch (error) {
    stop();
    throw error;
  }
  return { hasEnded: () => stream.getVideoTracks().some(({ readyState }) => readyState === 'ended'), stop };
}

/** Returns why a camera did not start. */
export function cameraFailure(error: unknown): CameraFailure {
  return (error instanceof DOMException && ownValue(FAILURES, error.name)) || 'failed';
}
