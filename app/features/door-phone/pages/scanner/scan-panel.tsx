import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { type Camera, openCamera } from '../../client/camera.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './scan-panel.module.css';

/** Some phones show a black picture otherwise (spec §2). */
const OPEN_AFTER_MS = 100;

interface ScanPanelProps {
  cameraId: string | null;
  onChooseCamera: (cameraId: string) => void;
  onCode: (text: string) => void;
  onClose: (error: string | null) => void;
}

const CAMERA_GONE = "la càmera triada no hi és. Torna a obrir-la i s'usarà una altra";

/** By the error name of `getUserMedia`; its messages are English or empty. */
const REASONS: Record<string, string> = {
  NotAllowedError: "no hi ha permís. Permet-la en els ajustos del navegador, o escriu l'identificador",
  NotFoundError: "este aparell no en té cap. Escriu l'identificador, o usa un lector",
  NotReadableError: "l'està usant una altra aplicació. Tanca-la i torna a provar-ho",
  OverconstrainedError: CAMERA_GONE,
};

function reasonOf(error: unknown): string {
  const { message, name } = error instanceof Error ? error : { message: String(error), name: '' };
  return REASONS[name] ?? (message || CAMERA_GONE);
}

export function ScanPanel({ cameraId, onChooseCamera, onCode, onClose }: ScanPanelProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, { cameraId, onCode, onClose });
  const [isLit, setLit] = useState(false);

  async function light(): Promise<void> {
    await camera?.setTorch?.(!isLit).then(() => setLit(!isLit), () => {});
  }

  return (
    <section className={styles.panel} aria-label="Càmera">
      <div className={styles.picture}>
        <video ref={video} className={ui.cover} muted playsInline aria-label="Imatge de la càmera" />
        <span className={styles.region} aria-hidden="true" />
      </div>
      <p className={styles.hint}>Apunta la cámara al codi QR</p>
      <div className={styles.buttons}>
        {camera?.setTorch == null ? null : (
          <button type="button" aria-pressed={isLit} onClick={() => void light()}>
            🔦 Llum
          </button>
        )}
        {camera !== null && camera.choices.length > 1 ? (
          <label>
            <span className={styles.label}>Càmera</span>
            <select value={cameraId ?? ''} onChange={(change) => onChooseCamera(change.target.value)}>
              {cameraId === null ? <option value="">Posterior</option> : null}
              {camera.choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="button" onClick={() => onClose(null)}>
          Tancar càmera
        </button>
      </div>
    </section>
  );
}

function useCamera(video: RefObject<HTMLVideoElement | null>, { cameraId, onCode, onClose }: Omit<ScanPanelProps, 'onChooseCamera'>): Camera | null {
  const [camera, setCamera] = useState<Camera | null>(null);
  const report = useEffectEvent(onCode);
  const fail = useEffectEvent((error: unknown) => onClose(`Error accedint a la càmera: ${reasonOf(error)}`));
  const missing = useEffectEvent(() => onClose('No se pudo acceder al elemento de video'));

  useEffect(() => {
    let isOpen = true;
    let opened: Camera | null = null;
    const timer = setTimeout(() => {
      if (video.current === null) return missing();
      openCamera(video.current, { cameraId, onCode: (text) => report(text) }).then(
        (ready) => {
          opened = ready;
          if (isOpen) setCamera(ready);
          else ready.close();
        },
        (error: unknown) => {
          if (isOpen) fail(error);
        },
      );
    }, OPEN_AFTER_MS);
    return () => {
      isOpen = false;
      clearTimeout(timer);
      opened?.close();
    };
  }, [video, cameraId]);

  return camera;
}
