/** `same`: of a ticket that is being judged or waits already. `missed`: one waits already; whoever scans has to be told. */
type Turn = 'now' | 'waits' | 'same' | 'missed';

export interface ScanQueue<Scan> {
  take(scan: Scan, isBusy: boolean): Turn;
  /** The scan under way has its answer, or none. */
  settle(): void;
  /** Whoever waited is under way now. */
  next(): Scan | null;
}

/** One scan waits while another is under way. More would leave nobody able to say whose answer is shown. */
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
