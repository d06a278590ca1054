/** An image that a form brought: its bytes, or the id of one that was uploaded before the form was sent. */
export type SentImage = { bytes: Uint8Array } | { fileId: string };
