/** `same`: already under way or waiting. `missed`: the one waiting seat is occupied; the scanner must be notified. */
type QueuePlace = 'now' | 'waits' | 'same' | 'missed';

export interface ScanQueue<Scan> {
  take(scan: Scan, isBusy: boolean): QueuePlace;
  settle(): void;
  next(): Scan | null;
}

/** One waiting scan at most: with more, nobody could tell whose answer is displayed. */
export function scanQueue<Scan extends { text: string }>(): ScanQueue<Scan> {
  let underWay: string | null = null;
  let waiting: Scan | null = null;
  return {
    take(scan, isBusy) {
      const name = nameOf(scan);
      if (name === underWay || (waiting !== null && name === nameOf(waiting))) return 'same';
      if (waiting !== null) return 'missed';
      if (!isBusy) {
        underWay = name;
        return 'now';
      }
      waiting = scan;
      return 'waits';
    },
    settle() {
      underWay = null;
    },
    next() {
      const scan = waiting;
      waiting = null;
      underWay = scan === null ? null : nameOf(scan);
      return scan;
    },
  };
}

function nameOf({ text }: { text: string }): string {
  return text.trim().toUpperCase();
}
