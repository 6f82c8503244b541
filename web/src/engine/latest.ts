/**
 * Runs one job at a time and remembers only the newest that waits: while a slider moves, every result that comes is
 * shown, and none is calculated that is out of date before it begins.
 */
export class Latest<Given> {
  private running = false;
  private waiting: { given: Given } | null = null;

  constructor(private readonly job: (given: Given) => Promise<void>) {}

  ask(given: Given): void {
    if (this.running) this.waiting = { given };
    else void this.run(given);
  }

  /** What waits is not run. */
  forget(): void {
    this.waiting = null;
  }

  private async run(given: Given): Promise<void> {
    this.running = true;
    let next: { given: Given } | null = { given };
    while (next) {
      this.waiting = null;
      await this.job(next.given);
      next = this.waiting;
    }
    this.running = false;
  }
}
