/**
 * Runs one job at a time and keeps only the newest waiting one: while a slider moves, every result is shown, and no job
 * starts that is already outdated.
 */
export class Latest<Given> {
  private running = false;
  private waiting: { given: Given } | null = null;

  constructor(private readonly job: (given: Given) => Promise<void>) {}

  ask(given: Given): void {
    if (this.running) this.waiting = { given };
    else void this.run(given);
  }

  /** Drops the waiting job. */
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
