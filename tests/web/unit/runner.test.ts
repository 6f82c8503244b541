import { expect, test, vi } from 'vitest';
import { type Improving, Runner } from '../../../web/src/store/runner';

/** A calculation under way, and how to bring it to its end. */
function begin() {
  const runner = new Runner<number>();
  let reporter: Improving<number> | undefined;
  let finish: (value: number) => void = () => undefined;
  const done = runner.run((given) => {
    reporter = given;
    return new Promise((resolve) => {
      finish = (value) => resolve({ value });
    });
  });
  return {
    work: runner.state,
    runner,
    reporter: reporter as Improving<number>,
    finish: (value: number) => finish(value),
    done,
  };
}

test('a calculation stopped by the user is partial until it runs again', async () => {
  const { work, runner, reporter, finish, done } = begin();
  await new Promise((resolve) => setTimeout(resolve, 100));
  reporter.report(7, 0.5);
  runner.end();
  expect(work.value).toMatchObject({ value: 7, running: false, ended: true, progress: 0.5 });
  finish(9);
  await done;
  expect(work.value.value).toBe(7);
  await runner.run(async () => ({ value: 8 }));
  expect(work.value).toMatchObject({ value: 8, ended: false, progress: null });
});

test('a value that takes long to render is shown less often', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { work, runner, reporter } = begin();
  now = 100;
  reporter.report(1, null);
  now = 200; // rendered
  await new Promise((resolve) => setTimeout(resolve));
  now = 390;
  reporter.report(2, null);
  expect(work.value.value).toBe(1);
  now = 410;
  reporter.report(3, null);
  expect(work.value.value).toBe(3);
  runner.cancel();
  clock.mockRestore();
});

test('what was reported last is kept, although it was not shown yet', async () => {
  const { work, runner, reporter } = begin();
  reporter.report(7, null);
  expect(work.value.value).toBeNull();
  runner.end();
  expect(work.value).toMatchObject({ value: 7, ended: true });
});

test('a cancelled calculation is not marked as stopped by the user', async () => {
  const { work, runner } = begin();
  runner.cancel();
  expect(work.value).toMatchObject({ running: false, ended: false });
  runner.end();
  expect(work.value.ended).toBe(false);
});

test('a value that is only improved is shown at once, and gives way to a newer calculation', async () => {
  const { work, runner, reporter } = begin();
  reporter.settle(7, 0.1);
  expect(work.value).toMatchObject({ value: 7, seconds: 0.1, running: true });
  runner.next(async () => ({ value: 8 }));
  expect(reporter.signal.aborted).toBe(true);
  await Promise.resolve();
  expect(work.value).toMatchObject({ value: 8, running: false });
});

test('a calculation that waits starts when the running one has a value to improve', async () => {
  const { work, runner, reporter } = begin();
  runner.next(async () => ({ value: 8 }));
  expect(reporter.signal.aborted).toBe(false);
  reporter.settle(7, 0.1);
  expect(reporter.signal.aborted).toBe(true);
  await Promise.resolve();
  expect(work.value).toMatchObject({ value: 8, running: false });
});

test('a calculation that was replaced shows nothing any more', async () => {
  const { work, runner, reporter, finish, done } = begin();
  await new Promise((resolve) => setTimeout(resolve, 100)); // until a report would be shown at once
  await runner.run(async () => ({ value: 8 }));
  reporter.report(7, 0.5);
  expect(work.value).toMatchObject({ value: 8, progress: null });
  reporter.settle(7, 0.1);
  expect(work.value.value).toBe(8);
  finish(7);
  await done;
  expect(work.value).toMatchObject({ value: 8, running: false });
});

test('of the calculations that wait only the newest is run', async () => {
  const { work, runner, finish, done } = begin();
  const older = vi.fn(async () => ({ value: 8 }));
  runner.next(older);
  runner.next(async () => ({ value: 9 }));
  finish(7);
  await done;
  await Promise.resolve();
  expect(work.value).toMatchObject({ value: 9, running: false });
  expect(older).not.toHaveBeenCalled();
});

test('a calculation that holds is never cancelled in favour of a newer one before it has a value', async () => {
  const { work, runner, reporter } = begin();
  reporter.hold();
  await new Promise((resolve) => setTimeout(resolve, 300)); // others would be cancelled by now
  runner.next(async () => ({ value: 8 }));
  expect(reporter.signal.aborted).toBe(false);
  reporter.settle(7, 0.1);
  expect(work.value.value).toBe(7);
  await Promise.resolve();
  expect(work.value).toMatchObject({ value: 8, running: false });
});
