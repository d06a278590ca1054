export type SentImage = { bytes: Uint8Array } | { fileId: string };
