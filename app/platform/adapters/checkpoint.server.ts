export type CheckpointName =
  | 'after-facts-read'
  | 'after-place-before-session'
  | 'after-session-before-mark'
  | 'before-hold-release'
  | 'before-refund-write'
  | 'after-event-row'
  | 'before-withdrawal-commit'
  | 'after-withdrawal-noted'
  | 'after-send-before-mark'
  | 'after-file-before-ready'
  | 'after-ready-before-pieces'
  | 'after-seats-arranged';

/** A named place where a test's own composition may let a rival in, or pull the plug. */
export type Checkpoint = (name: CheckpointName) => Promise<void>;

export const noCheckpoint: Checkpoint = async () => {};
