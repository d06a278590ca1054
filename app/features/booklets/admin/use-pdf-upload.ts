import { useRef, useState } from 'react';

import { uploadResumably } from '#app/design/ui/upload/resumable-upload.ts';

type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; name: string; bytes: number; share: number; isConnected: boolean }
  | { step: 'sent'; name: string; bytes: number; fileId: string }
  | { step: 'failed'; problem: string; /** Null where another try changes nothing. */ retry: (() => void) | null };

export interface PdfUpload {
  state: UploadState;
  /** The file id that the form was rendered with. */
  before: string;
  send: (file: File) => void;
  cancel: () => void;
}

const UNREACHABLE = "el servidor no contesta. El que ja ha arribat es guarda un dia: en tornar a triar el mateix arxiu, continua d'on estava";

/** Choosing another PDF replaces the upload; after leaving the page the server keeps a partial one for a day. */
export function usePdfUpload(before: string): PdfUpload {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const underWay = useRef<AbortController | null>(null);

  function send(file: File): void {
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    const { name, size: bytes } = file;
    const isMine = (): boolean => underWay.current === mine;
    const follow = (change: { share?: number; isConnected?: boolean }): void => {
      if (isMine()) setState((now) => (now.step === 'sending' ? { ...now, ...change } : now));
    };
    setState({ step: 'sending', name, bytes, share: 0, isConnected: true });

    void uploadResumably<{ id: string }>({
      file,
      endpoint: '/api/admin/uploads',
      metadata: { bucket: 'booklets' },
      signal: mine.signal,
      onProgress: (share) => follow({ share, isConnected: true }),
      onConnection: (isConnected) => follow({ isConnected }),
    })
      .catch((): 'unreachable' => 'unreachable')
      .then((outcome) => {
        if (!isMine()) return;
        if (outcome === 'cancelled') setState({ step: 'idle' });
        else if (outcome === 'unreachable') setState({ step: 'failed', problem: UNREACHABLE, retry: () => send(file) });
        else if ('refused' in outcome) setState({ step: 'failed', problem: outcome.refused.message, retry: null });
        else setState({ step: 'sent', name, bytes, fileId: outcome.stored.id });
      });
  }

  return {
    state,
    before,
    send,
    cancel: () => {
      underWay.current?.abort();
      underWay.current = null;
      setState({ step: 'idle' });
    },
  };
}
