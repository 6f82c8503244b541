/**
 * Tests of the built playground with the system's Chromium, without the window around its pages: that takes as long as a
 * page. The fixtures start the servers (fixture.ts).
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '../tests/web',
  testMatch: '*.spec.ts',
  outputDir: '../build/web/test-results',
  workers: 2,
  // A test that passes the second time only is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: true,
  // Generous, so that a busy machine fails no test.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Pictures that move take as long as what is tested; stable.spec.ts and first.spec.ts have motion.
    reducedMotion: 'reduce',
    // A page whose process knows the code already loads in half the time. Between tests all storage is cleared; tests of
    // storage, history and loading have contexts of their own.
    reuseContext: true,
    // Traces take a sixth of the time; to debug use `npm run browser -- --trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--disable-gpu',
        '--in-process-gpu', // which draws nothing: as a process of its own it takes a twentieth of all time
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live for seconds: compiling their scripts again, optimized, is a seventh of all the work.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});
