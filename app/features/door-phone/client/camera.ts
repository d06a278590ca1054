import { loadDecoder } from './decoder.ts';
import { codeInFrame, cropFrame, spreadContrast } from './frames.ts';

const FRAME_EVERY_MS = 80;

export interface Camera {
  setTorch: ((on: boolean) => Promise<void>) | null;
  /** Names are known only after camera permission. */
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
    const decode = await loadDecoder();
    const picture = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (picture === null) throw new Error('canvas');
    video.srcObject = stream;
    await video.play();
    const choose = codeInFrame();
    const readFrames = async (): Promise<void> => {
      for (let count = 0; !ending.signal.aborted; count += 1) {
        if (video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0 && document.visibilityState === 'visible') {
          const code = choose(await decode(pictureOf({ video, picture, count })).catch(() => []));
          if (!ending.signal.aborted && code !== null) options.onCode(code);
        }
        await new Promise((resolve) => setTimeout(resolve, FRAME_EVERY_MS));
      }
    };
    void readFrames();
  } catch (error) {
    close();
    throw error;
  }
  const [track] = stream.getVideoTracks();
  // `torch` is not in TypeScript's types.
  const capabilities: (MediaTrackCapabilities & { torch?: boolean }) | undefined = track?.getCapabilities();
  const devices = await navigator.mediaDevices.enumerateDevices();
  return {
    close,
    setTorch: track !== undefined && capabilities?.torch === true ? (on) => track.applyConstraints({ advanced: [torch(on)] }) : null,
    choices: devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Càmera ${index + 1}` })),
  };
}

function pictureOf({ video, picture, count }: { video: HTMLVideoElement; picture: CanvasRenderingContext2D; count: number }): ImageData {
  const { left, top, width, height, scale, isSpread } = cropFrame(count, { width: video.videoWidth, height: video.videoHeight });
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (picture.canvas.width !== across) picture.canvas.width = across;
  if (picture.canvas.height !== down) picture.canvas.height = down;
  picture.drawImage(video, left, top, width, height, 0, 0, across, down);
  const image = picture.getImageData(0, 0, across, down);
  if (isSpread) spreadContrast(image);
  return image;
}

function torch(isOn: boolean): MediaTrackConstraintSet & { torch: boolean } {
  return { torch: isOn };
}
