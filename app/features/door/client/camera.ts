import type { DetectedBarcode } from 'barcode-detector/ponyfill';

import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

const LOOK_EVERY_MS = 80;

export interface Detector {
  detect(image: ImageBitmapSource): Promise<DetectedBarcode[]>;
}

export async function loadDetector(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } });
  return new BarcodeDetector({ formats: ['qr_code'] });
}

export interface Camera {
  setTorch: ((on: boolean) => Promise<void>) | null;
  /** Names are known once a camera was allowed. */
  choices: { id: string; name: string }[];
  close(): void;
}

export async function openCamera(video: HTMLVideoElement, options: { cameraId: string | null; onCode: (text: string) => void }): Promise<Camera> {
  const wanted: MediaTrackConstraints = options.cameraId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: options.cameraId } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false });
  const ending = new AbortController();
  const close = (): void => {
    ending.abort();
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  try {
    const detector = await loadDetector();
    video.srcObject = stream;
    await video.play();
    const look = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        if (video.readyState >= video.HAVE_CURRENT_DATA && document.visibilityState === 'visible') {
          const codes = await detector.detect(video).catch(() => []);
          if (!ending.signal.aborted && codes[0] !== undefined) options.onCode(codes[0].rawValue);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    void look();
  } catch (error) {
    close();
    throw error;
  }
  const [track] = stream.getVideoTracks();
  // `torch` is not in TypeScript's types.
  const capabilities = track?.getCapabilities() as (MediaTrackCapabilities & { torch?: boolean }) | undefined;
  const devices = await navigator.mediaDevices.enumerateDevices();
  return {
    close,
    setTorch: track !== undefined && capabilities?.torch === true ? (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }) : null,
    choices: devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }, place) => ({ id: deviceId, name: label || `Càmera ${place + 1}` })),
  };
}
