import { useRef, useState } from 'react';

import { type Bucket, BUCKETS } from '#app/domain/files/bucket.ts';
import { fileRefusalText, shrunkImageProblem } from '#app/domain/files/file-refusal.ts';
import { pictureOf } from '#app/domain/files/picture.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { uploadResumably } from '#app/design/ui/upload/resumable-upload.ts';
import { shrinkImage } from '#app/design/ui/upload/shrink-image.ts';
import { useUnmountSignal } from '#app/design/ui/hooks/use-unmount-signal.ts';
import { useLatest } from '#app/design/ui/hooks/use-latest.ts';

export interface ImageUpload {
  key: number;
  name: string;
  preview: string;
  share: number | null;
  isConnected: boolean;
  cancel: () => void;
}

interface ImageUploads {
  uploads: readonly ImageUpload[];
  problems: readonly string[];
  take: (files: readonly File[]) => void;
}

interface ImageUploadsOptions {
  bucket: Bucket;
  types?: ImageTypes;
  left: number;
  tooMany: (left: number) => string;
  onStored: (image: { fileId: string; src: string }) => void;
  /** Called when the first upload begins and when the last has ended. */
  onBusy: (isBusy: boolean) => void;
}

export interface ImageTypes {
  taken: readonly string[];
  refused: string;
}

const ENDPOINT = '/api/admin/uploads';
export const ANY_IMAGE: ImageTypes = { taken: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'], refused: fileRefusalText({ code: 'WRONG_TYPE' }, 'news-images') };
const NEWS_FIT = { width: 800, height: 600 };
const LARGEST_DISPLAYED = { width: 1600, height: 1600 };
const UPLOAD_FAILED = 'Error al subir una imagen';
const PROCESSING_FAILED = 'Error al procesar las imágenes';

export function useImageUploads({ bucket, types = ANY_IMAGE, left, tooMany, onStored, onBusy }: ImageUploadsOptions): ImageUploads {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const queue = useRef(Promise.resolve());
  const made = useRef(0);
  const unfinished = useRef(0);
  const unmounted = useUnmountSignal();
  const latest = useLatest({ onStored, onBusy });

  function take(files: readonly File[]): void {
    const room = Math.max(0, left - uploads.length);
    setProblems(files.length > room ? [tooMany(room)] : []);
    for (const file of files.slice(0, room)) add(file);
  }

  function add(file: File): void {
    made.current += 1;
    const key = made.current;
    const one = new AbortController();
    const signal = AbortSignal.any([one.signal, unmounted.current]);
    const change = (part: Partial<ImageUpload>): void => setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
    const preview = URL.createObjectURL(file);
    unfinished.current += 1;
    if (unfinished.current === 1) onBusy(true);
    setUploads((all) => [...all, { key, name: file.name, preview, share: null, isConnected: true, cancel: () => one.abort() }]);
    queue.current = queue.current
      .then(() => send(file, { bucket, types, signal, change }))
      .then((outcome) => {
        if (signal.aborted) return;
        if (typeof outcome === 'string') setProblems((all) => [...all, `${file.name}: ${outcome}`]);
        else latest.current.onStored(outcome);
      })
      .catch(() => setProblems((all) => [...all, `${file.name}: ${UPLOAD_FAILED}`]))
      .finally(() => {
        setUploads((all) => all.filter((upload) => upload.key !== key));
        URL.revokeObjectURL(preview);
        unfinished.current -= 1;
        if (unfinished.current === 0 && !unmounted.current.aborted) latest.current.onBusy(false);
      });
  }

  return { uploads, problems, take };
}

interface Sending {
  bucket: Bucket;
  types: ImageTypes;
  signal: AbortSignal;
  change: (part: Partial<ImageUpload>) => void;
}

async function send(file: File, { bucket, types, signal, change }: Sending): Promise<{ fileId: string; src: string } | string> {
  if (signal.aborted) return '';
  if (!types.taken.includes(file.type)) return types.refused;
  if (file.size > BUCKETS[bucket].maxUploadBytes) return fileRefusalText({ code: 'TOO_LARGE', bytes: file.size }, bucket);
  const shrunk = await shrinkImage(file, bucket === 'news-images' ? NEWS_FIT : LARGEST_DISPLAYED);
  if (shrunk === null) return PROCESSING_FAILED;
  const tooLarge = shrunkImageProblem(shrunk.size);
  if (tooLarge !== null) return tooLarge;
  change({ share: 0 });
  const outcome = await uploadResumably<StoredFile>({
    file: shrunk,
    endpoint: ENDPOINT,
    metadata: { bucket },
    signal,
    onProgress: (share) => change({ share }),
    onConnection: (isConnected) => change({ isConnected }),
  });
  if (outcome === 'cancelled') return '';
  if (outcome === 'unreachable') return UPLOAD_FAILED;
  if ('refused' in outcome) return outcome.refused.message || UPLOAD_FAILED;
  const picture = pictureOf(outcome.stored);
  return picture === null ? PROCESSING_FAILED : { fileId: outcome.stored.id, src: picture.src };
}
