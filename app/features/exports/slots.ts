/** How many heavy answers are made at once; whoever comes when all are taken is told to come again. */
export class Slots {
  private taken = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Gives back what frees the slot, once however often it is called; null when none is free. */
  take(): (() => void) | null {
    if (this.taken >= this.most) return null;
    this.taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.taken -= 1;
      isHeld = false;
    };
  }
}
